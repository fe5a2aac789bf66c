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
  traffic: {
    directions: { client: flow(1_204, 512_000, 0, 0), agent: flow(9_871, 8_120_000, 4_100_000, 210_000) },
    methods: [
      {
        sender: 'agent',
        kind: 'notification',
        method: 'session/update',
        updateKind: 'tool_call_update',
        ...flow(3_000, 5_000_000, 4_000_000, 110_000),
      },
      {
        sender: 'agent',
        kind: 'notification',
        method: 'session/update',
        updateKind: 'agent_message_chunk',
        ...flow(6_500, 3_000_000, 100_000, 100_000),
      },
      { sender: 'client', kind: 'request', method: 'session/prompt', updateKind: null, ...flow(4, 400_000, 0, 0) },
      { sender: 'client', kind: 'response', method: null, updateKind: null, ...flow(1, 20, 0, 0) },
    ],
    sessions: [
      { sessionId: 'sess-2a', ...flow(11_000, 8_600_000, 4_100_000, 210_000) },
      { sessionId: 'sess-3b', ...flow(70, 20_000, 0, 0) },
    ],
    largest: [
      {
        what: 'tool-call',
        id: 'call-7',
        title: 'npm test',
        sessionId: 'sess-2a',
        seq: 60,
        endSeq: 3_060,
        frames: 3_000,
        bytes: 5_000_000,
        sentBytes: 4_000_000,
        newBytes: 110_000,
      },
      {
        what: 'message',
        id: null,
        title: null,
        sessionId: 'sess-2a',
        seq: 4_000,
        endSeq: 4_900,
        frames: 900,
        bytes: 410_000,
        sentBytes: 14_000,
        newBytes: 14_000,
      },
    ],
    overTime: {
      intervalMs: 12_800,
      intervals: [
        { client: 400_000, agent: 1_000 },
        { client: 0, agent: 6_000_000 },
        { client: 0, agent: 0 },
        { client: 112_000, agent: 2_119_000 },
      ],
    },
  },
  live: null,
  inside: null,
};

function flow(frames: number, bytes: number, sentBytes: number, newBytes: number) {
  return { frames, bytes, largest: { seq: 7, bytes: Math.min(bytes, 75_000) }, sentBytes, newBytes };
}
