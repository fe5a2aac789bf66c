import type { JsonValue } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import type { ClientTerminal, Connection } from '../state/connection.js';
import { numberOf, objectOf, textOf } from '../json-access.js';
import type { Step } from '../state/step.js';
import { noteTerminalVolume } from '../volume/volumes.js';

const REMEMBERED_TERMINALS = 20_000;
/** Only the beginning of the output is kept, to see later whether it was cut off. */
const HEAD_LENGTH = 64;

/** The terminal with an id in a session; undefined if no terminal/create created it. */
export function clientTerminal(
  { terminals }: Connection,
  sessionId: string | undefined,
  id: string | undefined,
): ClientTerminal | undefined {
  if (id === undefined) return undefined;
  return terminals.get(ownKey(sessionId, id)) ?? terminals.get(id);
}

/** Whether there were so many terminals that the oldest have been forgotten. */
export function mayHaveForgottenTerminals({ terminals }: Connection): boolean {
  return terminals.size >= REMEMBERED_TERMINALS;
}

/** The key of a terminal. It includes the session, because some clients number terminals per session. */
function ownKey(sessionId: string | undefined, id: string): string {
  return `${id} ${sessionId ?? ''}`;
}

/** v1: applies a request of the agent about a terminal of the client (spec: v1/terminals); ignores others. */
export function applyTerminalRequest(connection: Connection, step: Step, method: string): void {
  if (method !== 'terminal/release') return;
  const { params, sessionId, seq, at } = step;
  const terminal = clientTerminal(connection, sessionId, textOf(params?.['terminalId']));
  if (terminal !== undefined) terminal.released ??= { seq, at };
}

export function applyTerminalAnswer(connection: Connection, step: Step, method: string): void {
  const { result, params, sessionId, seq, at, error } = step;
  if (method === 'terminal/create') {
    if (error === undefined) applyCreated(connection, step);
    return;
  }
  const terminal = clientTerminal(connection, sessionId, textOf(params?.['terminalId']));
  if (terminal === undefined) return;
  if (error !== undefined) {
    // a refused request had no effect
    if (method === 'terminal/release' && terminal.released?.seq === step.exchange?.seq) terminal.released = undefined;
    return;
  }
  const answer = objectOf(result);
  if (method === 'terminal/output') {
    terminal.exit = exitStatusOf(answer?.['exitStatus']) ?? terminal.exit;
    const head = textOf(answer?.['output'])?.slice(0, HEAD_LENGTH) ?? '';
    terminal.output = { head, truncated: answer?.['truncated'] === true };
    if (step.session !== undefined) noteTerminalVolume(step.session, step, terminal.id, answer?.['output'] ?? null);
  }
  if (method === 'terminal/wait_for_exit') {
    terminal.waited = true;
    terminal.exit = exitStatusOf(result) ?? terminal.exit;
  }
  if (terminal.exit !== undefined) terminal.exited ??= { seq, at };
}

function applyCreated({ terminals }: Connection, { result, params, sessionId, seq, at }: Step): void {
  const id = textOf(objectOf(result)?.['terminalId']);
  if (id === undefined) return;
  const outputByteLimit = numberOf(params?.['outputByteLimit']);
  const command = textOf(params?.['command']);
  const fresh = { exit: undefined, exited: undefined, waited: false, output: undefined, released: undefined };
  const other = terminals.get(id);
  const isOthers = other !== undefined && other.sessionId !== sessionId && other.released === undefined;
  const key = isOthers ? ownKey(sessionId, id) : id;
  terminals.delete(key);
  terminals.set(key, { seq, at, id, sessionId, command, outputByteLimit, ...fresh, embedded: false });
  dropOldest(terminals, REMEMBERED_TERMINALS);
}

/** An exit status as one string to compare; null and missing are equal. */
export function exitStatusOf(value: JsonValue | undefined): string | undefined {
  const status = objectOf(value);
  if (status === undefined) return undefined;
  return `${numberOf(status['exitCode']) ?? ''}/${textOf(status['signal']) ?? ''}`;
}
