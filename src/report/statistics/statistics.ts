import type { Connection } from '../../model/state/connection.js';
import type { MethodLatencies } from '../../model/latencies.js';
import { owedExchanges } from '../../model/spans/open-spans.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { TrafficCollector } from '../../model/volume/traffic-collector.js';
import type { StatsJson } from '../json-output.js';
import { trafficOf } from './traffic-figures.js';

/** From this length on, a silence in a turn is listed, in ms. */
const STALL_MS = 10_000;

/** The figures that were collected while the conversation was read. */
export interface Collected {
  readonly latencies: Iterable<MethodLatencies>;
  readonly traffic: TrafficCollector;
  readonly turns: readonly TurnSummary[];
  /** Whether the frames have times, and these are those of a real conversation. */
  readonly hasTimes: boolean;
}

/** What `turntable stats` says of one conversation. */
export function statisticsOf(
  connection: Connection,
  { latencies, traffic, turns: ended, hasTimes }: Collected,
  name: string,
): StatsJson {
  const turns = [...ended].sort((a, b) => a.first.seq - b.first.seq).map(turnStatistics);
  const { client, agent } = connection.wires;
  return {
    recording: name,
    hasTimes,
    durationMs: connection.last?.at ?? 0,
    frames: { client: client.frames, agent: agent.frames },
    bytes: { client: client.bytes, agent: agent.bytes },
    sessions: [...connection.sessions.values()].filter(({ origin }) => origin !== 'listed').length,
    methods: methodsOf(connection, latencies),
    turns,
    stalls: turns
      .filter(({ longestSilenceMs }) => hasTimes && longestSilenceMs >= STALL_MS)
      .map(({ sessionId, turn, longestSilenceMs }) => ({ sessionId, turn, silentMs: longestSilenceMs })),
    traffic: trafficOf(traffic, connection, hasTimes),
    live: null,
    inside: null,
  };
}

/** All methods that were called, even if nobody answered. */
function methodsOf(connection: Connection, latencies: Iterable<MethodLatencies>): StatsJson['methods'] {
  const nowMs = connection.last?.at ?? 0;
  const openMs = new Map<string, number[]>();
  const all = new Map([...latencies].map((each) => [`${each.asker} ${each.method}`, each]));
  for (const { sender: asker, method, at } of owedExchanges(connection)) {
    const key = `${asker} ${method}`;
    openMs.set(key, [...(openMs.get(key) ?? []), nowMs - at]);
    if (!all.has(key)) all.set(key, { asker, method, ms: [], errors: 0 });
  }
  const rows = [...all].map(([key, each]) => methodStatistics(each, openMs.get(key) ?? []));
  return rows.sort((a, b) => b.totalMs - a.totalMs || b.longestOpenMs - a.longestOpenMs);
}

function methodStatistics(
  { method, asker, ms, errors }: MethodLatencies,
  openMs: readonly number[],
): StatsJson['methods'][number] {
  const sorted = Float64Array.from(ms).sort();
  return {
    method,
    asker,
    count: ms.length,
    errors,
    open: openMs.length,
    longestOpenMs: openMs.reduce((longest, each) => Math.max(longest, each), 0),
    p50Ms: quantile(sorted, 0.5),
    p90Ms: quantile(sorted, 0.9),
    p99Ms: quantile(sorted, 0.99),
    maxMs: sorted.at(-1) ?? 0,
    totalMs: ms.reduce((sum, each) => sum + each, 0),
  };
}

/** The quantile by nearest rank: the smallest value that at least this part of the values does not exceed. */
export function quantile(sorted: Float64Array, part: number): number {
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

function turnStatistics(turn: TurnSummary): StatsJson['turns'][number] {
  const begun = turn.asked ?? turn.first;
  const totalMs = turn.end.at - begun.at;
  return {
    sessionId: turn.sessionId,
    turn: turn.number,
    seq: begun.seq,
    endSeq: turn.end.seq,
    stopReason: turn.stopReason ?? null,
    errorCode: turn.errorCode ?? null,
    answered: turn.how === 'stop' || turn.how === 'error',
    goesOn: turn.how === 'goes-on',
    totalMs,
    firstUpdateMs: turn.firstUpdate === undefined ? null : turn.firstUpdate.at - begun.at,
    firstOutputMs: turn.firstOutput === undefined ? null : turn.firstOutput.at - begun.at,
    agentMs: Math.max(0, totalMs - turn.clientMs),
    clientMs: turn.clientMs,
    permissionMs: turn.permissionWaitMs,
    toolMs: turn.toolMs,
    toolCalls: turn.toolCalls,
    permissions: turn.permissions,
    updates: turn.updates,
    longestSilenceMs: turn.longestSilenceMs,
    cancelled: turn.cancel !== undefined,
    tokens: turn.tokens === undefined ? null : turnTokens(turn.tokens),
    cost: turn.cost ?? null,
  };
}

function turnTokens({
  input,
  output,
  total,
}: NonNullable<TurnSummary['tokens']>): StatsJson['turns'][number]['tokens'] {
  return { input: input ?? null, output: output ?? null, total: total ?? null };
}
