import type { FilterMarks } from '../../filter/filter-marks.js';
import type { Condition, Filter, TextPattern } from '../../filter/filter.js';
import type { ViolationMark } from '../../filter/frame-facts.js';
import { hasName, isAsSevere } from '../../filter/matches.js';
import { sqlOf } from './filter-conditions.js';
import { EVERYWHERE, intersectionOf, rangesOf, unionOf, type SeqRanges } from './seq-ranges.js';
import { rowColumns } from './stored-facts.js';
import { ALWAYS, and, isNo, NEVER, not, or, UNKNOWN, type Param, type SqlBounds } from '../schema/sql-bounds.js';

/** How to find the entries of a recording that match a filter: where to look, what SQL decides, and what remains. */
export interface FilterPlan {
  readonly filter: Filter;
  readonly marks: FilterMarks;
  /** Entries outside these ranges cannot match. */
  readonly ranges: SeqRanges;
  /** Undefined if no frame can match. */
  readonly frames: FrameSelect | undefined;
  readonly mayBeEvents: boolean;
  /** The patterns to search for in the lines. */
  readonly texts: readonly TextPattern[];
}

/** Selects frames from one key up to another. */
export interface FrameSelect {
  readonly text: string;
  /** The parameters before the two keys, and after them. */
  readonly before: readonly Param[];
  readonly behind: readonly Param[];
  /** `keys`: selects keys, and for each whether the frame surely matches. `rows`: selects rows, which all have to be tested. */
  readonly gives: 'keys' | 'rows';
}

export function planOf(filter: Filter, recording: number, marks: FilterMarks): FilterPlan {
  const conditions = conditionsIn(filter);
  const bounds = boundsOf(filter, (condition) => sqlOf(condition, { recording, marks }));
  const noEnvelope = boundsOf(filter, (condition) => (isOfEnvelope(condition) ? NEVER : UNKNOWN));
  return {
    filter,
    marks,
    ranges: rangesIn(filter, marks),
    frames: isNo(bounds.may) ? undefined : selectOf(bounds, conditions, !isNo(noEnvelope.may)),
    mayBeEvents: !isNo(boundsOf(filter, eventBounds).may),
    texts: conditions.flatMap((condition) => (condition.type === 'text' ? [condition.pattern] : [])),
  };
}

function selectOf({ may, must }: SqlBounds, conditions: readonly Condition[], mayLackEnvelope: boolean): FrameSelect {
  // if only frames with an envelope can match, read the small table, and only the necessary rows of the large one
  const [key, from] = mayLackEnvelope
    ? ['frame.key', 'frame LEFT JOIN envelope ON envelope.key = frame.key']
    : ['envelope.key', 'envelope CROSS JOIN frame ON frame.key = envelope.key'];
  const gives = isNo(must) ? 'rows' : 'keys';
  const selected = gives === 'keys' ? `${key}, ${must.text}` : rowColumns(conditions.some(isOfEnvelope));
  return {
    text: `SELECT ${selected} FROM ${from} WHERE ${key} >= ? AND ${key} < ? AND ${may.text} ORDER BY ${key}`,
    before: gives === 'keys' ? must.params : [],
    behind: may.params,
    gives,
  };
}

function boundsOf(filter: Filter, ask: (condition: Condition) => SqlBounds): SqlBounds {
  switch (filter.type) {
    case 'and':
      return and(filter.of.map((each) => boundsOf(each, ask)));
    case 'or':
      return or(filter.of.map((each) => boundsOf(each, ask)));
    case 'not':
      return not(boundsOf(filter.of, ask));
    default:
      return ask(filter);
  }
}

/** Whether only frames with an envelope can match: those of client and agent. */
function isOfEnvelope(condition: Condition): boolean {
  switch (condition.type) {
    case 'choice':
      return (
        condition.field === 'kind' ||
        condition.field === 'is' ||
        condition.value === 'diff' ||
        condition.value === 'image'
      );
    case 'name':
      return condition.field !== 'rule';
    case 'number':
      return condition.field === 'dur' || condition.field === 'turn';
    case 'path':
      return true;
    default:
      return false;
  }
}

/** What is known about the match of any event. */
function eventBounds(condition: Condition): SqlBounds {
  switch (condition.type) {
    case 'choice':
      if (condition.field === 'from') return condition.value === 'event' ? ALWAYS : NEVER;
      return condition.value === 'violation' ? UNKNOWN : NEVER;
    case 'name':
      return condition.field === 'event' || condition.field === 'rule' ? UNKNOWN : NEVER;
    case 'number':
      return condition.field === 't' || condition.field === 'seq' ? UNKNOWN : NEVER;
    case 'path':
      return NEVER;
    default:
      return UNKNOWN;
  }
}

function rangesIn(filter: Filter, marks: FilterMarks): SeqRanges {
  switch (filter.type) {
    case 'and':
      return filter.of.map((each) => rangesIn(each, marks)).reduce(intersectionOf, EVERYWHERE);
    case 'or':
      return filter.of.map((each) => rangesIn(each, marks)).reduce(unionOf, []);
    case 'not':
      return EVERYWHERE;
    default:
      return rangesOfCondition(filter, marks);
  }
}

function rangesOfCondition(condition: Condition, { turns, violations }: FilterMarks): SeqRanges {
  const where = (isMeant: (mark: ViolationMark) => boolean): SeqRanges => {
    const seqs = violations.filter(isMeant).map(({ seq }) => seq);
    return rangesOf(seqs.sort((a, b) => a - b).map((seq) => [seq, seq + 1]));
  };
  if (condition.type === 'severity') return where(({ severity }) => isAsSevere(severity, condition));
  if (condition.type === 'choice' && condition.value === 'violation') return where(() => true);
  if (condition.type === 'name' && condition.field === 'rule')
    return where(({ rule }) => hasName(condition.pattern, rule));
  if (condition.type !== 'number') return EVERYWHERE;
  const { field, min, max } = condition;
  if (field === 'seq') return rangesOf([[Math.max(0, min), max + 1]]);
  if (field !== 'turn') return EVERYWHERE;
  const meant = turns.filter(({ number }) => number >= min && number <= max);
  return rangesOf(meant.map(({ first, end }) => [first.seq, end.seq + 1] as const).sort(([a], [b]) => a - b));
}

function conditionsIn(filter: Filter): readonly Condition[] {
  if (filter.type === 'and' || filter.type === 'or') return filter.of.flatMap(conditionsIn);
  return filter.type === 'not' ? conditionsIn(filter.of) : [filter];
}
