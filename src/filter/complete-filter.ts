import { FIELD_NAMED, FIELDS, valuesOf, type FieldName } from './filter-fields.js';
import { lexFilter } from './lex-filter.js';
import { wordText } from './print-filter.js';

/** Suggestions for a part of the text. */
export interface Completion {
  readonly start: number;
  readonly end: number;
  /** Those that begin with the text of the part come first. */
  readonly candidates: readonly string[];
}

/**
 * Suggests what fits at the cursor: a field, or a value of a field.
 *
 * @param known the values of a field that the recording holds: methods, rules, sessions...
 */
export function completionAt(text: string, cursor: number, known: (field: FieldName) => readonly string[]): Completion {
  const last = lexFilter(text.slice(0, cursor)).findLast(({ end }) => end === cursor);
  if (last?.type === 'field') {
    const field = FIELD_NAMED.get(last.name.toLowerCase());
    const start = last.value?.start ?? cursor;
    const values =
      field === undefined || last.value?.type === 'regex' ? [] : [...valuesOf(field.name), ...known(field.name)];
    const candidates = values.map((value) => wordText(value, 'method:'));
    return { start, end: cursor, candidates: likely(candidates, text.slice(start, cursor)) };
  }
  const start = last?.type === 'value' ? last.start : cursor;
  if (last?.type === 'open-quote' || (last?.type === 'value' && last.value.type !== 'word'))
    return { start, end: cursor, candidates: [] };
  const fields = FIELDS.map(({ name }) => `${name}:`);
  return { start, end: cursor, candidates: likely(fields, text.slice(start, cursor)) };
}

function likely(candidates: readonly string[], begun: string): readonly string[] {
  const wanted = begun.toLowerCase();
  const place = (candidate: string): number => candidate.toLowerCase().indexOf(wanted);
  const beginning = candidates.filter((each) => place(each) === 0);
  return [...new Set([...beginning, ...candidates.filter((each) => place(each) > 0)])];
}
