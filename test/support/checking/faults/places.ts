import type { Sender } from '../../../../src/wire/frame.js';
import type { JsonValue } from '../../../../src/wire/json-text.js';
import { members, type Asked, type Conversation, type SaidLine } from '../planting.js';

export const isV1 = ({ version }: Conversation) => version === 1;
export const isV2 = ({ version }: Conversation) => version === 2;

/** The conversations whose handshake is what it should be; one begins with lines that are all wrong. */
export const isOrderly = ({ lines }: Conversation) => lines[0]?.json?.['method'] === 'initialize';

export const paramsOf = ({ json }: SaidLine) => members(json?.['params']);
export const resultOf = (line: SaidLine | undefined) => members(line?.json?.['result']);
export const sessionOf = (line: SaidLine) => paramsOf(line)['sessionId'];
export const updateOf = (line: SaidLine) => members(paramsOf(line)['update']);
export const kindOf = (line: SaidLine) => updateOf(line)['sessionUpdate'];

export interface Answered extends Asked {
  readonly response: SaidLine;
}

export function answered(conversation: Conversation, method: string): Answered[] {
  return conversation.askedFor(method).flatMap((one) => {
    const { response } = one;
    return response === undefined ? [] : [{ ...one, response }];
  });
}

export function succeeded(conversation: Conversation, method: string): Answered[] {
  return answered(conversation, method).filter(
    ({ response }) => response.json !== undefined && 'result' in response.json,
  );
}

/** Turns of v1 that ended with a stop reason. */
export function stopped(conversation: Conversation): Answered[] {
  if (!isV1(conversation)) return [];
  return succeeded(conversation, 'session/prompt').filter(({ response }) => 'stopReason' in resultOf(response));
}

export function between({ lines }: Conversation, first: SaidLine, last: SaidLine): readonly SaidLine[] {
  return lines.slice(lines.indexOf(first) + 1, lines.indexOf(last));
}

/** The cancel of a turn, if there is one. */
export function cancelOf(conversation: Conversation, { request, response }: Answered): SaidLine | undefined {
  return between(conversation, request, response).find(
    (line) => line.json?.['method'] === 'session/cancel' && sessionOf(line) === sessionOf(request),
  );
}

/** Turns of a session in which nothing else went on at the same time. */
export function isAlone(conversation: Conversation, { request, response }: Answered): boolean {
  const { lines } = conversation;
  const [first, last] = [lines.indexOf(request), lines.indexOf(response)];
  return conversation.askedFor('session/prompt').every((other) => {
    if (other.request === request || sessionOf(other.request) !== sessionOf(request)) return true;
    const begin = lines.indexOf(other.request);
    const end = other.response === undefined ? Infinity : lines.indexOf(other.response);
    return end < first || begin > last;
  });
}

export function updates(conversation: Conversation, kind: string): SaidLine[] {
  return conversation.told('session/update').filter((line) => kindOf(line) === kind);
}

/** Sessions that were made on the connection. */
export function sessions(conversation: Conversation): { id: JsonValue; made: Answered }[] {
  return succeeded(conversation, 'session/new').flatMap((made) => {
    const { sessionId } = resultOf(made.response);
    return sessionId === undefined ? [] : [{ id: sessionId, made }];
  });
}

export function firstSessions(conversation: Conversation): { id: JsonValue; made: Answered }[] {
  return isOrderly(conversation) ? sessions(conversation).slice(0, 1) : [];
}

export function capability(conversation: Conversation, by: Sender, ...path: string[]): JsonValue | undefined {
  const [greeting] = answered(conversation, 'initialize');
  if (greeting === undefined) return undefined;
  const told = by === 'client' ? members(greeting.request.json?.['params']) : resultOf(greeting.response);
  let value: JsonValue | undefined = told[by === 'client' ? 'clientCapabilities' : 'agentCapabilities'];
  for (const name of path) value = members(value)[name];
  return value;
}

/** Turns in which the agent may ask for files and terminals. */
export function openTurns(conversation: Conversation): Answered[] {
  return stopped(conversation).filter(
    (turn) =>
      isOrderly(conversation) &&
      cancelOf(conversation, turn) === undefined &&
      resultOf(turn.response)['stopReason'] === 'end_turn',
  );
}

export function blocks(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

export function afterEachAnswer({ asked }: Conversation): SaidLine[] {
  return asked.flatMap(({ response }) => response ?? []);
}

export const isAbsolute = (path: JsonValue | undefined) => typeof path === 'string' && path.startsWith('/');
