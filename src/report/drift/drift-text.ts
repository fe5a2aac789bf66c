import { escapeUnsafe } from '../../wire/plain-text.js';
import { formatCount } from '../quantities.js';
import type { DriftJson } from './drift-json-schema.js';

/** A line of the report, safe for a terminal. */
export interface DriftLine {
  readonly text: string;
  readonly style: 'title' | 'place' | 'removed' | 'added';
}

/** Longer values are cut, in characters. */
const VALUE_CHARACTERS = 160;

/** The report of `drift`. */
export function* driftLines({ agent, version, lockedVersion, changes }: DriftJson): Generator<DriftLine> {
  const name = [agent ?? 'the agent', version].filter((word) => word !== null).join(' ');
  const since = lockedVersion === null || lockedVersion === version ? '' : ` (the lock was made with ${lockedVersion})`;
  const what = changes.length === 0 ? 'no changes' : formatCount(changes.length, 'change');
  yield { text: escapeUnsafe(`${name}${since}: ${what}`), style: 'title' };
  for (const { path, locked, now } of changes) {
    yield { text: escapeUnsafe(path), style: 'place' };
    if (locked !== undefined) yield { text: `- ${valueText(locked)}`, style: 'removed' };
    if (now !== undefined) yield { text: `+ ${valueText(now)}`, style: 'added' };
  }
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value);
  return escapeUnsafe(text.length <= VALUE_CHARACTERS ? text : `${text.slice(0, VALUE_CHARACTERS - 3)}...`);
}
