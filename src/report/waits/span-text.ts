import type { OpenSpan } from '../../model/state/span.js';
import type { RequestKey } from '../../model/state/request-key.js';

/** How long something has lasted, as words to append: ` for 8.4 s`; empty if no times are known. */
export type For = (sinceMs: number) => string;

/** How long ago something was, to append: ` 3 min 9 s ago`; empty if no times are known. */
export type Ago = (atMs: number) => string;

/** How times are worded: for a recording that goes on, or for one that is over. */
export interface Tense {
  readonly lasting: For;
  readonly ago: Ago;
  readonly isOver: boolean;
}

/** Longer ids and methods are cut, in characters. */
const LONGEST = 40;

/** One open span as a sentence without its end: who owes what, since when. */
export function spanText(span: OpenSpan, { lasting, ago, isOver }: Tense): string {
  const { kind, name, owes, start, last, status, request } = span;
  const since = lasting(start.at);
  const called = name === '' ? '' : ` ${JSON.stringify(name)}`;
  if (request !== undefined) return `the ${owes} ${isOver ? 'owed' : 'owes'} ${requestText(span)}${called}${since}`;
  if (status === 'allowed') return `tool call${called} was allowed${ago(last.at)} and not reported since`;
  if (kind === 'tool-call') return `tool call${called} ${isOver ? 'was' : 'is'} ${statusText(status)}${since}`;
  if (status === 'accepted') {
    return `the agent accepted the prompt${called}${ago(last.at)} and ${isOver ? 'did not begin' : 'has not begun'}`;
  }
  const work = status === 'requires_action' ? 'requires action' : isOver ? 'was running' : 'is running';
  return `turn ${span.turn ?? ''}${called} ${work}${since}`;
}

/** A request as people name it: `session/prompt 4`. */
export function requestText({ request }: OpenSpan): string {
  return request === undefined ? '' : `${cut(request.method)} ${idText(request.key)}`;
}

/** A request id as the JSON token that it is. */
export function idText(key: RequestKey): string {
  return cut(key.startsWith('"') ? JSON.stringify(key.slice(1)) : key);
}

function statusText(status: string | undefined): string {
  if (status === 'in_progress') return 'in progress';
  return status === undefined || status === 'pending' ? 'pending' : cut(status);
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}...`;
}
