import { jsonBeginning } from '../wire/json-beginning.js';
import type { JsonValue } from '../wire/json-text.js';
import type { Change, DifferenceKind, Side, Where } from './difference.js';
import type { Item } from './outline.js';

const SHORT_CHARACTERS = 60;
const NAMED_CHANGES = 3;

/** "only A has tool call "Read file" (read)". */
export function onlySummary(
  kind: DifferenceKind,
  { a, b }: { readonly a?: Side | undefined; readonly b?: Side | undefined },
): string {
  const label = (a ?? b)?.label ?? kind;
  return `only ${a === undefined ? 'B' : 'A'} has ${articleOf(kind)}${label}`;
}

/** Labels that begin with a name are told of which kind they are. */
function articleOf(kind: DifferenceKind): string {
  return kind === 'exchange' || kind === 'request' || kind === 'notification' || kind === 'update' ? `${kind} ` : '';
}

/** Where something stands on one side. */
export function placeText({ turn, part }: Where, side: 'a' | 'b'): string {
  const number = turn?.[side];
  if (part === 'history') return 'in the history';
  return number === undefined ? 'outside turns' : `in turn ${number}`;
}

/** What changed, in a sentence. */
export function changeSummary(a: Item, b: Item, changes: readonly Change[]): string {
  const [first] = changes;
  if (a.kind === 'stop-reason' && a.label !== b.label)
    return `turn ${a.turn ?? ''} ends with ${a.label} in A, with ${b.label} in B`;
  if (a.kind === 'end' && a.label !== b.label) return `the agent ends with ${a.label} in A, with ${b.label} in B`;
  if (first === undefined) return a.label;
  const name = `${articleOf(a.kind)}${a.label}`;
  if (changes.length === 1) return `${name}: ${oneChange(first)}`;
  const paths = changes.map(({ path }) => pathText(path));
  const more = paths.length - NAMED_CHANGES;
  const named = paths.slice(0, NAMED_CHANGES);
  const last = more > 0 ? `${more} more` : named.pop();
  return `${name}: ${named.join(', ')} and ${last ?? ''} differ`;
}

function oneChange({ path, a, b, pieces }: Change): string {
  const what = pathText(path);
  if (a === undefined || b === undefined) return `only ${a === undefined ? 'B' : 'A'} has ${what}`;
  const [one, other] = [shortText(a), shortText(b)];
  if (pieces !== undefined && one.length + other.length > SHORT_CHARACTERS) return `${what} differs`;
  return `${what} is ${one} in A, ${other} in B`;
}

function pathText(path: string): string {
  return path.slice(1);
}

function shortText(value: JsonValue): string {
  const text = jsonBeginning(value, SHORT_CHARACTERS + 1);
  return text.length <= SHORT_CHARACTERS ? text : `${text.slice(0, SHORT_CHARACTERS - 3)}...`;
}

/** `what`: "turn 2" or a method. */
export function latencySummary(what: string, a: number, b: number): string {
  const times = a > 0 ? `, ${(b / a).toFixed(1)} times as long` : '';
  return `${what} takes ${a.toFixed(0)} ms in A, ${b.toFixed(0)} ms in B${times}`;
}
