import type { StatsJson } from '../../../src/report/json-output.js';

type Turn = StatsJson['turns'][number];

function turn(more: Partial<Turn>): Turn {
  return {
    sessionId: 'sess-2a',
    turn: 1,
    seq: 4,
    endSeq: 40,
    stopReason: 'end_turn',
    errorCode: null,
    answered: true,
    goesOn: false,
    totalMs: 12_100,
    firstUpdateMs: 300,
    firstOutputMs: 420,
    agentMs: 12_100,
    clientMs: 0,
    permissionMs: 0,
    toolMs: 0,
    toolCalls: 0,
    permissions: 0,
    updates: 30,
    longestSilenceMs: 900,
    cancelled: false,
    tokens: null,
    cost: null,
    ...more,
  };
}

function method(name: string, asker: 'client' | 'agent', count: number, totalMs: number): StatsJson['methods'][number] {
  const each = totalMs / count;
  return {
    method: name,
    asker,
    count,
    errors: count % 5 === 0 ? 1 : 0,
    open: 0,
    longestOpenMs: 0,
    p50Ms: each / 2,
    p90Ms: each,
    p99Ms: each * 1.5,
    maxMs: each * 2,
    totalMs,
  };
}

/** What stats says of a conversation with long waits of every kind. */
export const SAMPLE_STATISTICS: StatsJson = {
  recording: 'demo',
  hasTimes: true,
  durationMs: 131_300,
  frames: { client: 1_204, agent: 9_871 },
  bytes: { client: 512_000, agent: 8_120_000 },
  sessions: 1,
  methods: [
    method('session/prompt', 'client', 4, 74_300),
    method('session/request_permission', 'agent', 3, 14_200),
    method('terminal/wait_for_exit', 'agent', 2, 9_100),
    method('fs/read_text_file', 'agent', 15, 300),
    method('initialize', 'client', 1, 210),
  ],
  turns: [
    turn({}),
    turn({
      turn: 2,
      seq: 41,
      totalMs: 44_900,
      clientMs: 14_000,
      permissionMs: 11_000,
      toolMs: 30_000,
      toolCalls: 12,
      permissions: 2,
      tokens: { input: 9_000, output: 412, total: 9_412 },
      longestSilenceMs: 14_000,
    }),
    turn({
      turn: 3,
      seq: 700,
      totalMs: 8_300,
      clientMs: 3_200,
      permissionMs: 3_200,
      toolMs: 7_100,
      toolCalls: 2,
      stopReason: 'cancelled',
    }),
    turn({ turn: 4, seq: 800, totalMs: 9_000, stopReason: null, errorCode: -32603 }),
    turn({ turn: 5, seq: 900, totalMs: 20, stopReason: null, answered: false, firstOutputMs: null }),
  ],
  stalls: [{ sessionId: 'sess-2a', turn: 2, silentMs: 14_000 }],
  live: null,
  inside: null,
};
