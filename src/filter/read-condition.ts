import { SHORT_VALUES, valuesOf, type Field } from './filter-fields.js';
import type {
  Condition,
  NameField,
  NamePattern,
  NumberField,
  RegexPattern,
  SeverityCondition,
  TextPattern,
} from './filter.js';
import { NoFilter } from './filter-problem.js';
import { pathValue, type Operator, type TokenPlace, type Value } from './lex-filter.js';
import { problemOf } from './patterns.js';
import { readQuantity } from './quantity-text.js';

interface Written extends TokenPlace {
  readonly name: string;
  readonly operator: Operator;
  readonly value: Value | undefined;
}

/** The condition that a field and its value stand for. @throws {NoFilter} */
export function conditionOf(text: string, field: Field, written: Written): Condition {
  const { operator, value } = written;
  if (value === undefined) throw wants(field, { start: written.end, end: written.end + 1 });
  const isCompared = operator !== ':' && operator !== '~';
  if (isCompared && field.type !== 'number') {
    throw new NoFilter(written, `${field.name} does not take ${operator}: write ${field.example}`);
  }
  switch (field.type) {
    case 'choice':
      return choiceCondition(field, written, value);
    case 'severity':
      return severityCondition(field, written, value);
    case 'name':
      return { type: 'name', field: field.name as NameField, pattern: namePattern(field, written, value) };
    case 'number':
      return numberCondition(field, written, value);
    case 'path':
      return pathCondition(text, field, written);
    case 'text':
      if (operator === '~' && value.type !== 'regex') throw noRegex(field, value);
      return textCondition(value);
    default:
      return field.type satisfies never;
  }
}

/** The condition of a word, a quoted text or a regular expression without a field. @throws {NoFilter} */
export function textCondition(value: Value): Condition {
  return { type: 'text', pattern: textPattern(value) };
}

function textPattern(value: Value): TextPattern {
  if (value.type === 'regex') return regexPattern(value);
  if (value.text === '') throw new NoFilter(value, 'the text between the quotes is empty');
  const pattern: TextPattern = { type: 'words', words: value.text };
  const problem = problemOf(pattern);
  if (problem !== undefined) throw new NoFilter(value, problem.message);
  return pattern;
}

function choiceCondition(field: Field, written: Written, value: Value): Condition {
  const word = plainWord(field, written, value);
  // the value is one of the choices of this field
  return { type: 'choice', field: field.name, value: word } as Condition;
}

function severityCondition(field: Field, written: Written, value: Value): SeverityCondition {
  const text = value.type === 'regex' ? '' : value.text;
  const orWorse = text.endsWith('+');
  const bare = { ...value, type: 'word' as const, text: orWorse ? text.slice(0, -1) : text };
  const severity = plainWord(field, written, bare) as SeverityCondition['severity'];
  return { type: 'severity', severity, orWorse };
}

/** Parses one of the fixed values of a field, or its short form. */
function plainWord(field: Field, { operator }: Written, value: Value): string {
  if (operator !== ':' || value.type === 'regex') throw wants(field, value);
  const word = value.text.toLowerCase();
  const shorts = SHORT_VALUES[field.name] ?? {};
  const full = Object.hasOwn(shorts, word) ? (shorts[word] ?? word) : word;
  if (!valuesOf(field.name).includes(full)) throw wants(field, value);
  return full;
}

function namePattern(field: Field, { operator }: Pick<Written, 'operator'>, value: Value): NamePattern {
  if (value.type === 'regex') return regexPattern(value);
  if (operator === '~') throw noRegex(field, value);
  const pattern: NamePattern = { type: 'glob', glob: value.text };
  const problem = problemOf(pattern);
  if (problem !== undefined) throw new NoFilter(value, problem.message);
  return pattern;
}

function regexPattern(value: Extract<Value, { type: 'regex' }>): RegexPattern {
  const pattern: RegexPattern = { type: 'regex', source: value.source, flags: value.flags };
  const problem = problemOf(pattern);
  if (problem === undefined) return pattern;
  const at = value.start + 1 + problem.at;
  throw new NoFilter({ start: at, end: at + 1 }, problem.message);
}

function numberCondition(field: Field, { operator }: Written, value: Value): Condition {
  const name = field.name as NumberField;
  if (operator === '~' || value.type === 'regex') throw wants(field, value);
  const number = (text: string, start: number): number => {
    const read = readQuantity(name, text);
    if (read === undefined) throw wants(field, text === '' ? value : { start, end: start + text.length });
    return read;
  };
  const dots = value.text.indexOf('..');
  if (operator === ':' && dots !== -1) {
    const [first, last] = [value.text.slice(0, dots), value.text.slice(dots + 2)];
    if (first === '' && last === '') throw wants(field, value);
    const min = first === '' ? -Infinity : number(first, value.start);
    const max = last === '' ? Infinity : number(last, value.start + dots + 2);
    if (min > max) throw new NoFilter(value, `${field.name}: the range ends before it begins`);
    return { type: 'number', field: name, min, max };
  }
  const bound = number(value.text, value.start);
  return { type: 'number', field: name, ...boundsOf(operator, bound) };
}

function boundsOf(operator: Operator, bound: number): { readonly min: number; readonly max: number } {
  if (operator === '>') return { min: bound + 1, max: Infinity };
  if (operator === '>=') return { min: bound, max: Infinity };
  if (operator === '<') return { min: -Infinity, max: bound - 1 };
  if (operator === '<=') return { min: -Infinity, max: bound };
  return { min: bound, max: bound };
}

function pathCondition(text: string, field: Field, { value, operator }: Written): Condition {
  if (value === undefined || operator !== ':') throw wants(field, value ?? { start: 0, end: 0 });
  const { behind, value: wanted } = pathValue(text, value);
  const path = namesOf(text.slice(value.start, behind));
  if (path === undefined) throw wants(field, value);
  if (behind === value.end) return { type: 'path', path, pattern: undefined };
  if (wanted === undefined) throw wants(field, { start: behind, end: value.end });
  const means = text[behind] === '~' ? '~' : ':';
  return { type: 'path', path, pattern: namePattern(field, { operator: means }, wanted) };
}

/** Splits `params.update."a.b".0` at its dots; undefined if a name is missing. */
function namesOf(path: string): readonly string[] | undefined {
  const names = Array.from(path.matchAll(/(?:^|\.)(?:"([^"]*)"(?=\.|$)|([^".]+)(?=\.|$))/g));
  if (names.map(([all]) => all).join('') !== path || names.length === 0 || path.startsWith('.')) return undefined;
  return names.map(([, quoted, bare]) => quoted ?? bare ?? '');
}

function wants({ name, wants: allowed }: Field, { start, end }: TokenPlace): NoFilter {
  return new NoFilter({ start, end: Math.max(end, start + 1) }, `${name} takes ${allowed}`);
}

function noRegex({ name }: Field, value: Value): NoFilter {
  return new NoFilter(value, `${name}~ takes a regular expression between slashes, such as ${name}~/a.c/`);
}
