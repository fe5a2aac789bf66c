import { FIELD_NAMED } from './filter-fields.js';
import type { Condition, Filter, NamePattern } from './filter.js';
import { lexFilter } from './lex-filter.js';
import { numberText } from './quantity-text.js';

/** A filter as text; `parseFilter` turns it into the same filter again. */
export function printFilter(filter: Filter): string {
  switch (filter.type) {
    case 'and':
      return filter.of.map(operand).join(' ');
    case 'or':
      return filter.of.map(operand).join(' or ');
    case 'not':
      return `not ${operand(filter.of)}`;
    default:
      return conditionText(filter);
  }
}

function operand(filter: Filter): string {
  const text = printFilter(filter);
  return filter.type === 'and' || filter.type === 'or' ? `(${text})` : text;
}

function conditionText(condition: Condition): string {
  switch (condition.type) {
    case 'choice':
      return `${condition.field}:${condition.value}`;
    case 'severity':
      return `severity:${condition.severity}${condition.orWorse ? '+' : ''}`;
    case 'name':
      return condition.field + patternText(condition.pattern, ':');
    case 'number':
      return numberText(condition);
    case 'path': {
      const path = `path:${condition.path.map(nameText).join('.')}`;
      return condition.pattern === undefined ? path : path + patternText(condition.pattern, '=');
    }
    case 'text':
      return condition.pattern.type === 'regex'
        ? patternText(condition.pattern, '').slice(1)
        : wordText(condition.pattern.words, '');
    default:
      return condition satisfies never;
  }
}

function patternText(pattern: NamePattern, equals: string): string {
  if (pattern.type === 'regex') return `~/${pattern.source}/${pattern.flags}`;
  return equals + wordText(pattern.glob, 'method:');
}

/** A text without quotes if it would be parsed as itself, otherwise with quotes. @param field the field before it, if any */
export function wordText(text: string, field: string): string {
  const [only, second] = lexFilter(field + text);
  const value = only?.type === 'value' || only?.type === 'field' ? only.value : undefined;
  const isOfField = only?.type === 'field' && FIELD_NAMED.has(only.name) && field !== '';
  // after a slash, the lexer takes everything as part of a regular expression until the next slash
  const isAlone = second === undefined && value?.type === 'word' && value.text === text;
  const isBare = isAlone && !text.startsWith('/');
  if (isBare && (only?.type === 'value' || isOfField)) return text;
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}

function nameText(name: string): string {
  return /^[^\s()|&=~".]+$/.test(name) ? name : `"${name}"`;
}
