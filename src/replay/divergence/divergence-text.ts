import { escapeUnsafe } from '../../wire/plain-text.js';
import type { FieldDifference } from '../engine/differences.js';
import { acceptanceOf } from './acceptance.js';
import type { Divergence, FixturePlace } from './divergence.js';
import { shortPointer } from './short-pointer.js';
import { shownValues } from './shown-values.js';

/** How many fields are shown, in three lines each: the report stays within 15 lines. */
const FIELDS_SHOWN = 3;
/** How many of the other fields are named. */
const FIELDS_NAMED = 5;
/** Longer lines are cut, in characters. */
const LONGEST_LINE = 400;

/**
 * A divergence for people, in at most 15 lines: what came, what was recorded, where, and what to do.
 *
 * @param fixture its name; undefined if the reader sees it already
 */
export function divergenceText(divergence: Divergence, fixture?: string): string {
  const { message, nearest, differences, expectedNext, waiting, kind } = divergence;
  const lines = [`replay diverged: ${message}`];
  // for the kind `different`, the first line names the message and its place
  if (nearest !== undefined && differences.length > 0 && kind !== 'different') {
    lines.push(`  nearest recorded: ${placeText(nearest)}`);
  }
  for (const difference of differences.slice(0, FIELDS_SHOWN)) lines.push(...fieldLines(difference));
  if (differences.length > FIELDS_SHOWN) lines.push(`  ${moreFields(differences.slice(FIELDS_SHOWN))}`);
  if (waiting !== undefined) lines.push(`  waiting: ${placeText(waiting)}`);
  // usually there is only one, and the first line or the fields name it
  const unnamed = expectedNext.filter(({ seq, summary }) => seq !== nearest?.seq && !message.includes(summary));
  if (unnamed.length > 0) lines.push(`  expected next: ${expectedNext.map(placeText).join('; ')}`);
  lines.push(`  ${progressText(divergence, fixture)}`, `  ${acceptanceOf(divergence)}`);
  return lines.map(cutLine).join('\n');
}

/** `fixtures/cancel.acp:12, used: 3 of 5 client messages, 20 of 31 agent frames`: the place as editors open it. */
function progressText({ coverage, nearest, expectedNext, waiting }: Divergence, fixture: string | undefined): string {
  const { clientMessages, agentFrames } = coverage;
  const used = `used: ${clientMessages.came} of ${clientMessages.of} client messages, ${agentFrames.sent} of ${agentFrames.of} agent frames`;
  if (fixture === undefined) return used;
  const line = (nearest ?? expectedNext[0] ?? waiting)?.line;
  return `fixture: ${escapeUnsafe(fixture)}${line === undefined ? '' : `:${line}`}, ${used}`;
}

/** `line 12: session/prompt "fix it"`. */
export function placeText({ seq, line, summary }: FixturePlace): string {
  return `${line === undefined ? `frame ${seq}` : `line ${line}`}: ${summary}`;
}

/** One field that differs, in three lines: its place, what was recorded, and what came. */
export function fieldLines({ pointer, ...values }: FieldDifference): string[] {
  const place = pointer === '' ? 'the line' : shortPointer(escapeUnsafe(pointer));
  const shown = shownValues(values);
  return [`  ${place}`, `    recorded: ${shown.recorded}`, `    received: ${shown.received}`];
}

function moreFields(differences: readonly FieldDifference[]): string {
  const named = differences.slice(0, FIELDS_NAMED).map(({ pointer }) => shortPointer(escapeUnsafe(pointer)));
  return `and ${differences.length} more: ${named.join(', ')}${differences.length > FIELDS_NAMED ? '...' : ''}`;
}

function cutLine(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}...` : line;
}
