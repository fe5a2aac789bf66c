import { compare } from '../../../src/compare/compare.js';
import type { CompareOptions, Difference } from '../../../src/compare/difference.js';
import { OutlineReader, type OutlineOptions } from '../../../src/compare/outline-reader.js';
import type { Outline } from '../../../src/compare/outline.js';
import { Observer } from '../../../src/model/observer.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { tell, type Observed } from '../conversations/observing.js';

export function outlineOf(entries: readonly Observed[], options?: OutlineOptions): Outline {
  const reader = new OutlineReader(options);
  const observer = new Observer([reader]);
  tell(observer, entries);
  observer.end();
  return reader.outline;
}

export function differencesOf(
  a: readonly Observed[],
  b: readonly Observed[],
  options: CompareOptions & OutlineOptions = {},
): readonly Difference[] {
  return compare(outlineOf(a, options), outlineOf(b, options), options).differences;
}

/** Differences, one a line: `kind: summary`. */
export function gistOf(differences: readonly Difference[]): string[] {
  return differences.map(({ kind, summary }) => `${kind}: ${summary}`);
}

/** What two lists of differences share if each is the other swapped; paths name places of one side, and are left out. */
export function mirrorable(differences: readonly Difference[], isSwapped: boolean): string[] {
  const sides = <T>(a: T, b: T): [T, T] => (isSwapped ? [b, a] : [a, b]);
  const value = (one: JsonValue | undefined) => (one === undefined ? 'nothing' : JSON.stringify(one));
  return differences
    .map(({ kind, where: { session, turn, part }, a, b, changes }) =>
      JSON.stringify([
        kind,
        part,
        sides(session?.a, session?.b),
        sides(turn?.a, turn?.b),
        sides(a?.seq, b?.seq),
        changes.map((change) => sides(value(change.a), value(change.b)).join(' and ')).sort(),
      ]),
    )
    .sort();
}
