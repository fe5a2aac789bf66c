import type { FilterMarks } from '../../filter/filter-marks.js';
import type {
  ChoiceCondition,
  Condition,
  Filter,
  NameCondition,
  NumberCondition,
  TextPattern,
} from '../../filter/filter.js';
import { hasName, isAsSevere } from '../../filter/matches.js';
import type { Stream } from '../../wire/frame.js';
import type { BlockColumns, Shape } from './block-columns.js';
import type { Block } from './open-blocks.js';
import { streamNamed } from '../schema/row-writer.js';
import { isSpelledOnce, LOOKED_INTO_BYTES, soughtText } from '../query/sought-bytes.js';

/** The verdicts of a sieve: the frame does not match, it has to be read, or it matches. */
export const NO = 0;
const MAYBE = 1;
export const YES = 2;

/**
 * Says for each frame of a block whether it matches a filter. It does for blocks what SQL does for rows: it tests all frames at once, and
 * most of them need not be read.
 */
export type Sieve = (block: Block) => Uint8Array;

export function sieveOf(filter: Filter, marks: FilterMarks): Sieve {
  switch (filter.type) {
    case 'and':
      return filter.of.map((each) => sieveOf(each, marks)).reduce(both);
    case 'or':
      return filter.of.map((each) => sieveOf(each, marks)).reduce(either);
    case 'not': {
      const sieve = sieveOf(filter.of, marks);
      return (block) => sieve(block).map((verdict) => YES - verdict);
    }
    default:
      return conditionSieve(filter, marks);
  }
}

/** If the first sieve leaves nothing, the second one is not run, because it may have to inflate bytes. */
function both(first: Sieve, second: Sieve): Sieve {
  return (block) => {
    const verdicts = first(block);
    if (verdicts.every((verdict) => verdict === NO)) return verdicts;
    const others = second(block);
    for (let i = 0; i < verdicts.length; i += 1) verdicts[i] = Math.min(verdicts[i] ?? NO, others[i] ?? NO);
    return verdicts;
  };
}

function either(first: Sieve, second: Sieve): Sieve {
  return (block) => {
    const [verdicts, others] = [first(block), second(block)];
    for (let i = 0; i < verdicts.length; i += 1) verdicts[i] = Math.max(verdicts[i] ?? NO, others[i] ?? NO);
    return verdicts;
  };
}

function conditionSieve(condition: Condition, marks: FilterMarks): Sieve {
  switch (condition.type) {
    case 'choice':
      return choiceSieve(condition, marks);
    case 'name':
      return nameSieve(condition, marks);
    case 'number':
      return numberSieve(condition);
    case 'severity':
      return bySeq((seq) => marks.violationsAt(seq).some(({ severity }) => isAsSevere(severity, condition)));
    case 'text':
      return textSieve(condition.pattern);
    case 'path':
      return condition.path
        .filter((name) => name !== '*' && !/^\d+$/.test(name))
        .map(quotedSieve)
        .reduce(both, OF_MESSAGES);
    default:
      return condition satisfies never;
  }
}

const UNKNOWN: Sieve = ({ count }) => new Uint8Array(count).fill(MAYBE);

/** Only frames with messages can match. */
const OF_MESSAGES: Sieve = byShape(({ kind }) => (kind === null ? NO : MAYBE));

/** What many frames of a block have in common. */
interface Common {
  readonly sender: Stream;
  readonly kind: Shape[3];
  readonly method: string | null;
  readonly session: string | null;
  readonly updateKind: string | null;
}

function byShape(judge: (common: Common) => number): Sieve {
  return ({ columns }) =>
    columns.byShape(([stream, , , kind, method, session, updateKind]) =>
      judge({ sender: streamNamed(stream), kind, method, session, updateKind }),
    );
}

/** The same, but a batch always has to be read. */
function byMessage(judge: (common: Common) => number): Sieve {
  return byShape((common) => (common.kind === 'batch' ? MAYBE : judge(common)));
}

function bySeq(isMeant: (seq: number) => boolean): Sieve {
  return byNumber((columns, i) => columns.seq(i), isMeant);
}

function byNumber(read: (columns: BlockColumns, i: number) => number | null, isMeant: (n: number) => boolean): Sieve {
  return ({ columns, count }) => {
    const verdicts = new Uint8Array(count);
    for (let i = 0; i < count; i += 1) {
      const number = read(columns, i);
      if (number !== null && isMeant(number)) verdicts[i] = YES;
    }
    return verdicts;
  };
}

function choiceSieve({ field, value }: ChoiceCondition, marks: FilterMarks): Sieve {
  switch (field) {
    case 'from':
      return byShape(({ sender }) => surely(sender === value));
    case 'kind':
      if (value === 'batch') return byShape(({ kind }) => surely(kind === value));
      if (value !== 'error') return byMessage(({ kind }) => surely(kind === value));
      return both(
        byMessage(({ kind }) => (kind === 'response' ? MAYBE : NO)),
        quotedSieve(value),
      );
    case 'is':
      if (value === 'batch') return byShape(({ kind }) => surely(kind === value));
      if (value === 'malformed') return byMessage(({ kind }) => surely(kind === value));
      return both(
        byShape(({ kind }) => surely(kind === (value === 'orphan' ? 'response' : 'request'))),
        byNumber((columns, i) => columns.other(i) ?? NaN, Number.isNaN),
      );
    case 'has':
      if (value === 'violation') return bySeq((seq) => marks.violationsAt(seq).length > 0);
      return both(OF_MESSAGES, quotedSieve(value));
    default:
      return field satisfies never;
  }
}

function nameSieve({ field, pattern }: NameCondition, marks: FilterMarks): Sieve {
  const isNamed = (name: string | null): boolean => name !== null && hasName(pattern, name);
  switch (field) {
    case 'method':
      return byMessage(({ kind, method }) => (kind === 'response' ? MAYBE : surely(isNamed(method))));
    case 'session':
      return byMessage(({ kind, session }) =>
        kind === 'response' && session === null ? MAYBE : surely(isNamed(session)),
      );
    case 'update':
      return byMessage(({ kind, updateKind }) =>
        // rows from before this column existed have no value
        kind !== null && updateKind === null ? MAYBE : surely(updateKind !== '' && isNamed(updateKind)),
      );
    case 'id':
      return either(
        byShape(({ kind }) => (kind === 'batch' ? MAYBE : NO)),
        ({ columns }) => columns.byId((id) => idVerdict(id, isNamed)),
      );
    case 'tool':
      return OF_MESSAGES;
    case 'rule':
      return bySeq((seq) => marks.violationsAt(seq).some(({ rule }) => hasName(pattern, rule)));
    case 'event':
      return ({ count }) => new Uint8Array(count);
    default:
      return field satisfies never;
  }
}

/** A string id also matches by its decoded text, whose token may be spelled differently. */
function idVerdict(id: string | null, isNamed: (name: string | null) => boolean): number {
  if (isNamed(id)) return YES;
  return id?.startsWith('"') ? MAYBE : NO;
}

function numberSieve({ field, min, max }: NumberCondition): Sieve {
  const isMeant = (number: number): boolean => number >= min && number <= max;
  switch (field) {
    case 'size':
      return byNumber((columns, i) => columns.size(i), isMeant);
    case 't':
      return byNumber((columns, i) => columns.lastNs(i), isMeant);
    case 'seq':
      return bySeq(isMeant);
    case 'dur':
      return both(
        UNKNOWN,
        byNumber(
          (columns, i) => columns.other(i),
          () => true,
        ),
      );
    case 'turn':
      return OF_MESSAGES;
    default:
      return field satisfies never;
  }
}

function surely(isMeant: boolean): number {
  return isMeant ? YES : NO;
}

/** Frames that contain the text that every match of a pattern contains. */
function textSieve(pattern: TextPattern): Sieve {
  const { ascii, exact } = soughtText(pattern);
  if (ascii !== '') {
    const small = ascii.toLowerCase();
    const isAll = pattern.type === 'words' && pattern.words === ascii;
    return byBytes((held, from) => lowerCaseOf(held).indexOf(small, from), small.length, isAll ? YES : MAYBE);
  }
  const bytes = Buffer.from(exact);
  return bytes.length === 0 ? UNKNOWN : byBytes((held, from) => held.indexOf(bytes, from), bytes.length, MAYBE);
}

/** The last block in lower case, because a block is usually searched for several words. */
let lowered: { readonly of: Buffer; readonly text: string } | undefined;

/** One character for each byte, in lower case. */
function lowerCaseOf(bytes: Buffer): string {
  if (lowered?.of !== bytes) lowered = { of: bytes, text: bytes.toString('latin1').toLowerCase() };
  return lowered.text;
}

/** Frames whose JSON may contain a name. With `\u` in it, it may contain any. */
function quotedSieve(name: string): Sieve {
  if (!isSpelledOnce(name)) return UNKNOWN;
  const quoted = Buffer.from(`"${name}"`);
  const escape = Buffer.from(String.raw`\u`);
  return either(
    byBytes((held, from) => held.indexOf(quoted, from), quoted.length, MAYBE),
    byBytes((held, from) => held.indexOf(escape, from), escape.length, MAYBE),
  );
}

/**
 * @param find finds the next place of the searched bytes in a block, or -1
 * @param length the number of searched bytes
 * @param verdict the verdict for a frame that contains them
 */
function byBytes(find: (held: Buffer, from: number) => number, length: number, verdict: number): Sieve {
  return (block) => {
    const { columns, count } = block;
    const found = new Uint8Array(count);
    // a large line is searched elsewhere, piece by piece
    if (block.size > 2 * LOOKED_INTO_BYTES) return found.fill(MAYBE);
    const { bytes } = block;
    for (let at = find(bytes, 0); at !== -1;) {
      const i = columns.frameAt(at);
      const [, end] = columns.held(i);
      const isWithin = at + length <= end;
      if (isWithin) found[i] = verdict;
      // a hit that begins in one frame and ends in the next is not a hit
      at = find(bytes, isWithin ? end : at + 1);
    }
    // for a line in parts, the block has only the beginning
    for (const i of columns.inParts) found[i] = MAYBE;
    return found;
  };
}
