import type { Connection, Ending } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Sender } from '../../../wire/frame.js';
import type { Context } from '../../engine/context.js';
import type { Severity } from '../../engine/severity.js';

/** What is sent so shortly before the end may not have been read any more. */
const JUST_MS = 1_000;

/** Pipes that are closed so shortly after each other do not tell who began. */
const TOGETHER_MS = 100;

/** How the connection ended, and by whom. */
export interface Ended {
  readonly by: Sender | 'unknown';
  /** When nothing could be answered any more. */
  readonly at: Moment;
  /** The agent did not end as a program does that is done. */
  readonly crashed: boolean;
  /** For a sentence: "the agent exited with code 1". */
  readonly how: string;
  /** False where the tap was stopped first: what is missing may have been said later. */
  readonly isWhole: boolean;
}

/** Signals by which a process ends itself, or is ended for what it does. */
const CRASHES: ReadonlySet<string> = new Set([
  ...['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS', 'SIGXCPU', 'SIGXFSZ'],
]);

/** Codes of shells and runtimes for a process that a signal of its client ended: 128 and HUP, INT, KILL, PIPE, TERM. */
const ENDED_BY_SIGNAL: ReadonlySet<number> = new Set([129, 130, 137, 141, 143]);

/** Only to be asked at the end of a recording that holds it. */
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

/** Whether code or signal say that the agent did not end as it meant to. */
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

/** How bad it is that a request was never answered, by who ended the connection and when. */
export function severityOf(
  { connection, hasRealTimes }: Pick<Context, 'connection' | 'hasRealTimes'>,
  { by, at, crashed, isWhole }: Ended,
  waiting: { readonly since: Moment; readonly on: Sender; readonly patienceMs: number; readonly wasRead?: boolean },
): Severity {
  const { since, on, patienceMs, wasRead = false } = waiting;
  const { gap, ending } = connection;
  if (!isWhole || (gap !== undefined && gap.seq > since.seq)) return 'info';
  if (on === 'client' && ending.undelivered !== undefined) return 'info';
  const age = at.at - since.at;
  // files written by hand have no times, and the end is at that of the last frame
  const isRead = wasRead || connection.wires[on].hasRead > since.seq;
  const isJust = hasRealTimes && age > 0 && age < JUST_MS && !isRead;
  if (by === 'unknown') return isJust ? 'info' : 'warning';
  if (by !== on) return hasRealTimes && on === 'agent' && age >= patienceMs ? 'warning' : 'info';
  return isJust && !(crashed && on === 'agent') ? 'info' : 'error';
}

/** The requests of one side that nobody answered although the other one was still there, oldest first. */
export function unanswered({ connection }: Pick<Context, 'connection'>, sender: Sender, ended: Ended): Exchange[] {
  // batches have rules of their own, where they are allowed and where not
  const batched = new Set(connection.batches.flatMap((batch) => (batch.sender === sender ? [...batch.keys] : [])));
  return [...connection.requests[sender].pending.values()].filter(
    ({ needsNoAnswer, key, seq }) => !needsNoAnswer && !batched.has(key) && seq < ended.at.seq,
  );
}

/** How long something waited until the end, in ms. */
export function waited(since: Moment, { at }: Ended): number {
  return Math.max(0, at.at - since.at);
}
