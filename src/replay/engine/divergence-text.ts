import { diffWordsWithSpace } from 'diff';
import type { JsonValue } from '../../wire/json-text.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import type { FieldDifference } from './differences.js';
import type { Coverage, Divergence, FixturePlace } from './divergence.js';

/** A value above this is cut, in characters. */
const VALUE_LIMIT = 200;
/** Texts above this are shown as texts: word by word they would take too long. */
const DIFFED_LIMIT = 5_000;
const FIELDS_SHOWN = 10;

/** A divergence for people: what came, what was recorded, where they differ, and what might have come instead. */
export function divergenceText(divergence: Divergence): string {
  const { message, nearest, differences, expectedNext, waiting, coverage } = divergence;
  const lines = [`replay diverged: ${message}`];
  if (nearest !== undefined && differences.length > 0) lines.push(`  nearest recorded: ${placeText(nearest)}`);
  for (const difference of differences.slice(0, FIELDS_SHOWN)) lines.push(...fieldLines(difference));
  if (differences.length > FIELDS_SHOWN) lines.push(`  and ${differences.length - FIELDS_SHOWN} more`);
  if (waiting !== undefined) lines.push(`  waiting: ${placeText(waiting)}`);
  if (expectedNext.length > 0) lines.push(`  expected next: ${expectedNext.map(placeText).join('; ')}`);
  lines.push(`  used: ${coverageText(coverage)}`);
  return lines.join('\n');
}

/** `3 of 5 client messages, 20 of 31 agent frames`. */
function coverageText({ clientMessages, agentFrames }: Coverage): string {
  return `${clientMessages.came} of ${clientMessages.of} client messages, ${agentFrames.sent} of ${agentFrames.of} agent frames`;
}

/** `line 12: session/prompt "fix it"`. */
export function placeText({ seq, line, summary }: FixturePlace): string {
  return `${line === undefined ? `frame ${seq}` : `line ${line}`}: ${summary}`;
}

/** One field that differs, as two lines, or word by word where both are texts. */
export function fieldLines({ pointer, expected, received }: FieldDifference): string[] {
  const place = pointer === '' ? 'the line' : escapeUnsafe(pointer);
  if (typeof expected === 'string' && typeof received === 'string' && isDiffed(expected) && isDiffed(received)) {
    return [`  ${place}: ${changedWords(expected, received)}`];
  }
  return [`  ${place}`, `    recorded: ${valueText(expected)}`, `    received: ${valueText(received)}`];
}

function isDiffed(text: string): boolean {
  return text.length > VALUE_LIMIT / 4 && text.length <= DIFFED_LIMIT && /\s/.test(text);
}

/** `the [-old-]{+new+} text`, with far-away words left out. */
function changedWords(expected: string, received: string): string {
  const parts = diffWordsWithSpace(expected, received).map(({ added, removed, value }) => {
    const said = escapeUnsafe(value);
    if (added) return `{+${shortened(said)}+}`;
    if (removed) return `[-${shortened(said)}-]`;
    return said.length > 40 ? `${said.slice(0, 15)} ... ${said.slice(-15)}` : said;
  });
  return parts.join('');
}

function valueText(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : shortened(escapeUnsafe(JSON.stringify(value)));
}

function shortened(text: string): string {
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}... (${text.length} characters)` : text;
}
