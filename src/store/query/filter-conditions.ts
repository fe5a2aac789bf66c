import type { FilterMarks } from '../../filter/filter-marks.js';
import type { Condition, NamePattern, TextPattern } from '../../filter/filter.js';
import type { ViolationMark } from '../../filter/frame-facts.js';
import { hasName, isAsSevere } from '../../filter/matches.js';
import { wordsIn } from '../../filter/patterns.js';
import { isSpelledOnce, isTakenAsItIs, LOOKED_INTO_BYTES, soughtText } from './sought-bytes.js';
import { keyOf } from '../schema/row-keys.js';
import { streamNumber } from '../schema/row-writer.js';
import {
  allOf,
  and,
  anyOf,
  atMost,
  exactly,
  NEVER,
  or,
  sql,
  UNKNOWN,
  type Sql,
  type SqlBounds,
} from '../schema/sql-bounds.js';

/** The recording, and where its turns and violations are, that a condition is about. */
export interface Asked {
  readonly recording: number;
  readonly marks: FilterMarks;
}

/** A condition on a frame as far as SQL can decide it, with the columns of `frame` and of `envelope`, if there is one. */
export function sqlOf(condition: Condition, asked: Asked): SqlBounds {
  switch (condition.type) {
    case 'choice':
      return choiceSql(condition, asked);
    case 'severity':
      return violationSql(asked, ({ severity }) => isAsSevere(severity, condition));
    case 'name':
      return nameSql(condition, asked);
    case 'number':
      return numberSql(condition, asked);
    case 'text':
      return textSql(condition.pattern);
    case 'path': {
      const named = condition.path.filter((name) => name !== '*' && !/^\d+$/.test(name)).map(mayBeSaid);
      return atMost(allOf([sql(`stream <> ${streamNumber('stderr')}`), ...named]));
    }
    default:
      return condition satisfies never;
  }
}

function choiceSql({ field, value }: Extract<Condition, { type: 'choice' }>, asked: Asked): SqlBounds {
  switch (field) {
    case 'from':
      return value === 'event' ? NEVER : exactly(sql(`stream = ${streamNumber(value)}`));
    case 'kind':
      if (value === 'error') return inBatchesToo(atMost(allOf([isOfKind('response'), mayBeSaid('error')])));
      return value === 'batch' ? exactly(isOfKind('batch')) : inBatchesToo(exactly(isOfKind(value)));
    case 'is':
      if (value === 'batch') return exactly(isOfKind('batch'));
      if (value === 'malformed') return inBatchesToo(exactly(isOfKind('malformed')));
      return atMost(isOfKind(value === 'orphan' ? 'response' : 'request'));
    case 'has':
      if (value === 'violation') return violationSql(asked, () => true);
      return atMost(allOf([sql(`stream <> ${streamNumber('stderr')}`), mayBeSaid(value)]));
    default:
      return field satisfies never;
  }
}

type Kind = 'request' | 'response' | 'notification' | 'batch' | 'malformed';

function isOfKind(kind: Kind): Sql {
  return sql('ifnull(kind = ?, 0)', kind);
}

/** Batches may match as well: the tables know only that a frame is a batch. */
function inBatchesToo(bounds: SqlBounds): SqlBounds {
  return or([bounds, atMost(isOfKind('batch'))]);
}

function nameSql({ field, pattern }: Extract<Condition, { type: 'name' }>, asked: Asked): SqlBounds {
  switch (field) {
    case 'rule':
      return violationSql(asked, ({ rule }) => hasName(pattern, rule));
    case 'event':
      return NEVER;
    case 'method':
      return inBatchesToo(or([columnSql('method', pattern), atMost(isOfKind('response'))]));
    case 'session': {
      const unnamed = atMost(allOf([isOfKind('response'), sql('session IS NULL')]));
      return inBatchesToo(or([columnSql('session', pattern), unnamed]));
    }
    case 'update': {
      const old = atMost(
        allOf([sql(`(update_kind IS NULL AND ifnull(method = 'session/update', 0))`), mayHold(pattern)]),
      );
      return inBatchesToo(or([topicSql('update_kind', pattern), old]));
    }
    case 'tool': {
      const old = atMost(allOf([sql('(tool_call IS NULL AND method IS NOT NULL)'), mayHold(pattern)]));
      return inBatchesToo(or([topicSql('tool_call', pattern), old, atMost(isOfKind('response'))]));
    }
    case 'id':
      return inBatchesToo(idSql(pattern));
    default:
      return field satisfies never;
  }
}

type Column = 'method' | 'session' | 'id' | 'update_kind' | 'tool_call';

/** Whether a column, which may be null, matches a name. */
function columnSql(column: Column, pattern: NamePattern): SqlBounds {
  const isThere = sql(`${column} IS NOT NULL`);
  if (pattern.type === 'regex' || !isTakenAsItIs(pattern.glob)) return atMost(isThere);
  if (!pattern.glob.includes('*')) return exactly(sql(`ifnull(${column} = ?, 0)`, pattern.glob));
  if (pattern.glob === '*') return exactly(isThere);
  // SQLite's GLOB stops at the first NUL, and has other special characters besides the star
  const glob = sql(`ifnull(${column} GLOB ?, 0)`, pattern.glob.replaceAll(/[?[]/g, '[$&]'));
  const isCut = sql(`ifnull(instr(${column}, char(0)) > 0, 0)`);
  return { may: anyOf([glob, isCut]), must: allOf([glob, sql(`NOT ${isCut.text}`)]) };
}

function topicSql(column: Column, pattern: NamePattern): SqlBounds {
  return and([exactly(sql(`ifnull(${column} <> '', 0)`)), columnSql(column, pattern)]);
}

/** An id matches by its token; a string id also by its decoded text, which the token may spell differently. */
function idSql(pattern: NamePattern): SqlBounds {
  if (pattern.type === 'regex') return columnSql('id', pattern);
  const isEscaped = sql(`ifnull(id LIKE '"%\\%', 0)`);
  const quoted = columnSql('id', { type: 'glob', glob: `"${pattern.glob}"` });
  return or([columnSql('id', pattern), and([quoted, exactly(sql(`NOT ${isEscaped.text}`))]), atMost(isEscaped)]);
}

function numberSql({ field, min, max }: Extract<Condition, { type: 'number' }>, { recording }: Asked): SqlBounds {
  switch (field) {
    case 'size':
      return exactly(sql('size BETWEEN ? AND ?', min, max));
    case 't':
      return exactly(sql('ifnull(last_ns BETWEEN ? AND ?, 0)', min, max));
    case 'seq':
      return exactly(sql('frame.key BETWEEN ? AND ?', keyOf(recording, Math.max(0, min)), keyOf(recording, max)));
    case 'dur':
      return atMost(anyOf([isOfKind('request'), isOfKind('response')]));
    case 'turn':
      return UNKNOWN;
    default:
      return field satisfies never;
  }
}

/** The places of violations are bound as a parameter, only those of the frames in question. */
function violationSql({ recording, marks }: Asked, isMeant: (mark: ViolationMark) => boolean): SqlBounds {
  const seqs = Uint32Array.from(new Set(marks.violations.filter(isMeant).map(({ seq }) => seq))).sort();
  if (seqs.length === 0) return NEVER;
  const among = (from: number, end: number): string => {
    const keys = seqs.subarray(countBelow(seqs, from), countBelow(seqs, end));
    return JSON.stringify(Array.from(keys, (seq) => keyOf(recording, seq)));
  };
  return exactly(sql('frame.key IN (SELECT value FROM json_each(?))', among));
}

function countBelow(sorted: Uint32Array, limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** SQLite's LIKE ignores the case of ASCII, and stops at the first NUL. */
function textSql(pattern: TextPattern): SqlBounds {
  const isLarge = sql(`size > ${LOOKED_INTO_BYTES}`);
  const isSmall = sql(`size <= ${LOOKED_INTO_BYTES}`);
  const isCut = sql(`instr(bytes, x'00') > 0`);
  const { ascii, exact } = soughtText(pattern);
  if (ascii !== '') {
    const like = sql(`CAST(bytes AS TEXT) LIKE ? ESCAPE '\\'`, `%${ascii.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`);
    const isAll = pattern.type === 'words' && pattern.words === ascii;
    const may = anyOf([isLarge, like, isCut]);
    return isAll ? { may, must: allOf([isSmall, like]) } : atMost(may);
  }
  if (exact === '') return UNKNOWN;
  return atMost(anyOf([isLarge, sql('instr(bytes, ?) > 0', new TextEncoder().encode(exact))]));
}

/** Whether the JSON of a frame may contain a name in quotes. */
function mayBeSaid(name: string): Sql {
  return isSpelledOnce(name) ? mayContain(`"${name}"`) : sql('1');
}

function mayHold(pattern: NamePattern): Sql {
  const words = pattern.type === 'regex' && pattern.flags.includes('i') ? '' : wordsIn(pattern);
  return words !== '' && isSpelledOnce(words) ? mayContain(words) : sql('1');
}

function mayContain(text: string): Sql {
  const bytes = new TextEncoder().encode(text);
  // after \u, any character may be spelled
  return sql(`(size > ${LOOKED_INTO_BYTES} OR instr(bytes, ?) > 0 OR instr(bytes, x'5c75') > 0)`, bytes);
}
