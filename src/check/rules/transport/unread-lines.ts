import type { UnreadRun } from '../../../model/reading/line-reader.js';
import type { UnreadLine } from '../../../model/state/wire.js';

/** At most this many lines of a block are named as evidence. */
export const EVIDENCE = 10;

/** Lines that are not messages and belong together: a first line, then lines that are indented or close a bracket. */
interface UnreadBlock {
  readonly first: UnreadLine;
  readonly rest: readonly UnreadLine[];
  /** A single line that is JSON, but not a message. */
  readonly isJson: boolean;
}

/** The blocks of a run of lines that form no JSON value, without its blank lines. */
export function blocksOf({ lines }: UnreadRun): UnreadBlock[] {
  const blocks: UnreadLine[][] = [];
  for (const line of lines) {
    if (isBlank(line)) continue;
    const block = blocks.at(-1);
    if (block !== undefined && continues(line)) block.push(line);
    else blocks.push([line]);
  }
  return blocks.flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ first, rest, isJson: rest.length === 0 && isJson(first.text) }],
  );
}

export function isBlank({ text }: UnreadLine): boolean {
  return text.trim() === '';
}

export function continues({ text }: UnreadLine): boolean {
  return /^[\s}\])]/.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Only this many characters of a line are looked at. */
const LOOKED_AT = 4_000;

const LIKENESSES: readonly (readonly [RegExp, string])[] = [
  // eslint-disable-next-line no-control-regex -- this looks for control characters
  [/\u001b\[/, 'text with terminal escape sequences'],
  [/^\s*Traceback|^\s*at .+\(?.+:\d+|^\s*File ".+", line \d+/, 'a stack trace'],
  [/^(Uncaught )?[\w.]*(Error|Exception|Panic)\b/i, 'an error message'],
  [
    /^\W*\d{4}[-/]\d\d[-/]\d\d|^\W*\d\d:\d\d:\d\d|^\W{0,3}(trace|debug|info|notice|warn|warning|error|fatal)\b/i,
    'a log line',
  ],
];

/** What a block looks like; undefined if it looks like nothing known. */
export function likenessOf({ first, rest }: UnreadBlock): string | undefined {
  const text = first.text.slice(0, LOOKED_AT);
  if (rest.length === 0 && holdsSeveral(first.text)) return 'several messages on one line';
  if (/^\s*\{\s*"/.test(text)) return 'a truncated or broken message';
  if (/^\s*[{[]\s*($|\w+:)/.test(text)) return 'a value printed for people';
  return LIKENESSES.find(([pattern]) => pattern.test(text))?.[1];
}

/** Whether a line holds several messages without a newline between them. */
function holdsSeveral(text: string): boolean {
  if (!text.startsWith('{')) return false;
  let seam = text.indexOf('}{');
  for (let tried = 0; seam !== -1 && tried < 8; tried += 1) {
    if (isJson(text.slice(0, seam + 1))) return true;
    seam = text.indexOf('}{', seam + 1);
  }
  return false;
}
