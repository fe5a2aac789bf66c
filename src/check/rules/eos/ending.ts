import type { Connection, Ending } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Sender } from '../../../wire/frame.js';
import type { Context } from '../../engine/context.js';
import type { Severity } from '../../engine/severity.js';

/** A frame sent this soon before the end may not have been read. */
const JUST_MS = 1_000;

/** If both pipes close within this time, it is unclear which side closed first. */
const TOGETHER_MS = 100;

/** How the connection ended, and by whom. */
export interface Ended {
  readonly by: Sender | 'unknown';
  /** From when on nothing could be answered. */
  readonly at: Moment;
  /** The agent did not exit normally. */
  readonly crashed: boolean;
  /** For a sentence: "the agent exited with code 1". */
  readonly how: string;
  /** False if the tap was stopped first: whatever is missing may have come later. */
  readonly isWhole: boolean;
}

/** Signals of a crash: the process raised them itself, or the system killed it for what it did. */
const CRASHES: ReadonlySet<string> = new Set([
  ...['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS', 'SIGXCPU', 'SIGXFSZ'],
]);

/** Exit codes of a process that its client ended with a signal: 128 plus HUP, INT, KILL, PIPE or TERM. */
const ENDED_BY_SIGNAL: ReadonlySet<number> = new Set([129, 130, 137, 141, 143]);

/** How the connection ended. Call it only at the end of a recording that holds the end. */
export function endedOf({ ending, last }: Connection): Ended {
  const { clientEof, agentEof, exit, signals, incomplete } = ending;
  const agentEnd = earlier(agentEof, exit);
  const crashed = hasCrashed(ending);
  const isWhole = incomplete === undefined;
  const end = earlier(clientEof, agentEnd) ?? last ?? { seq: 0, at: 0 };
  if (clientEof !== undefined && (agentEnd === undefined || clientEof.seq < agentEnd.seq)) {
    return { by: 'client', at: clientEof, crashed, how: 'the client closed the connection', isWhole };
  }
  const signal = signals.find(({ seq }) => agentEnd === undefined || seq < agentEnd.seq);
  if (signal !== undefined) {
    return { by: 'client', at: signal, crashed: false, how: `a signal (${signal.name}) ended the agent`, isWhole };
  }
  const how = wordsFor(ending);
  if (crashed) return { by: 'agent', at: end, crashed, how, isWhole };
  const isTogether = clientEof !== undefined && clientEof.at - end.at <= TOGETHER_MS;
  const isClear = agentEof !== undefined && !isTogether;
  return { by: isClear ? 'agent' : 'unknown', at: end, crashed, how, isWhole };
}

function earlier(a: Moment | undefined, b: Moment | undefined): Moment | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.seq < b.seq ? a : b;
}

/** Whether the exit code or signal shows a crash. */
export function hasCrashed({ exit }: Ending): boolean {
  if (exit === undefined) return false;
  const { code, signal } = exit;
  if (signal !== undefined) return CRASHES.has(signal);
  return code !== undefined && code !== 0 && !ENDED_BY_SIGNAL.has(code);
}

function wordsFor({ exit, agentEof }: Ending): string {
  if (exit?.signal !== undefined) return `signal ${exit.signal} ended the agent`;
  if (exit?.code !== undefined) return `the agent exited with code ${exit.code}`;
  return agentEof === undefined ? 'the connection ended' : 'the agent closed its stdout';
}

/** Whether nobody reads what a side sends: it may have answered, or may wait until it can write. */
export function isUnread({ notReading }: Connection, sender: Sender): boolean {
  return notReading[sender] !== undefined;
}

/** The severity of a missing answer, depending on who ended the connection and when. */
export function severityOf(
  { connection, hasRealTimes }: Pick<Context, 'connection' | 'hasRealTimes'>,
  { by, at, crashed, isWhole }: Ended,
  waiting: { readonly since: Moment; readonly on: Sender; readonly patienceMs: number; readonly wasRead?: boolean },
): Severity {
  const { since, on, patienceMs, wasRead = false } = waiting;
  const { gap, ending } = connection;
  if (!isWhole || (gap !== undefined && gap.seq > since.seq)) return 'info';
  if (on === 'client' && ending.undelivered !== undefined) return 'info';
  if (isUnread(connection, on)) return 'info';
  const age = at.at - since.at;
  // files written by hand have no times: their end has the time of the last frame
  const isRead = wasRead || connection.wires[on].hasRead > since.seq;
  const isJust = hasRealTimes && age > 0 && age < JUST_MS && !isRead;
  if (by === 'unknown') return isJust ? 'info' : 'warning';
  if (by !== on) return hasRealTimes && on === 'agent' && age >= patienceMs ? 'warning' : 'info';
  return isJust && !(crashed && on === 'agent') ? 'info' : 'error';
}

/** The requests of one side that were sent before the end and never answered, oldest first. */
export function unanswered({ connection }: Pick<Context, 'connection'>, sender: Sender, ended: Ended): Exchange[] {
  // batches have rules of their own, whether they are allowed or not
  const batched = new Set(connection.batches.flatMap((batch) => (batch.sender === sender ? [...batch.keys] : [])));
  return [...connection.requests[sender].pending.values()].filter(
    ({ needsNoAnswer, key, seq }) => !needsNoAnswer && !batched.has(key) && seq < ended.at.seq,
  );
}

/**
 * Without an answer to initialize nothing else is answered either.
 *
 * @returns the end of a sentence; empty if initialize is not the missing answer
 */
export function followsFromInitialize({
  connection,
  hasReported,
}: Pick<Context, 'connection' | 'hasReported'>): string {
  if (!hasReported('eos/initialize-never-answered')) return '';
  return `; follows from initialize, which was never answered (frame ${connection.initialization.request?.seq ?? 0})`;
}

/** How long something waited until the end, in ms. */
export function waited(since: Moment, { at }: Ended): number {
  return Math.max(0, at.at - since.at);
}
