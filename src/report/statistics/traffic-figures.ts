import type { Connection } from '../../model/state/connection.js';
import type { Volume } from '../../model/state/volume.js';
import type { Flow, TrafficCollector } from '../../model/volume/traffic-collector.js';
import type { TrafficJson } from './traffic-json-schema.js';

/** What was sent in a conversation. */
export function trafficOf(traffic: TrafficCollector, connection: Connection, hasTimes: boolean): TrafficJson {
  const { client, agent } = traffic.bySender;
  const { intervalMs, intervals } = traffic.overTime;
  return {
    directions: { client: flowJson(client), agent: flowJson(agent) },
    methods: traffic.methods.map(({ sender, kind, method, updateKind, ...flow }) => {
      return { sender, kind, method: method ?? null, updateKind: updateKind ?? null, ...flowJson(flow) };
    }),
    sessions: traffic.sessions.map(([sessionId, flow]) => ({ sessionId, ...flowJson(flow) })),
    largest: traffic.largest.map(([part, sessionId]) => partJson(part, sessionId, connection)),
    overTime: hasTimes ? { intervalMs, intervals: intervals.map((interval) => ({ ...interval })) } : null,
  };
}

function flowJson({ frames, bytes, largest, sentBytes, newBytes }: Flow): TrafficJson['directions']['client'] {
  return { frames, bytes, largest: { ...largest }, sentBytes, newBytes };
}

function partJson(part: Volume, sessionId: string, { sessions }: Connection): TrafficJson['largest'][number] {
  const { of: what, id, seq, last, frames, lineBytes, sentBytes, newBytes } = part;
  const call = what === 'tool-call' ? sessions.get(sessionId)?.toolCalls.get(id ?? '') : undefined;
  const names = { what, id: id ?? null, title: call?.title ?? null, sessionId };
  return { ...names, seq, endSeq: last.seq, frames, bytes: lineBytes, sentBytes, newBytes };
}
