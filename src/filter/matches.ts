import { SEVERITIES } from '../check/engine/severity.js';
import { isJsonObject, type JsonValue } from '../wire/json-text.js';
import {
  type ChoiceCondition,
  type Condition,
  type Filter,
  type NameCondition,
  type NamePattern,
  type NumberCondition,
  type PathCondition,
  type SeverityCondition,
} from './filter.js';
import type { FrameFacts, MessageFacts } from './frame-facts.js';
import { matcherOf } from './patterns.js';

/** Whether a frame matches a filter. Conditions are tested in the order in which they stand, so cheap ones should come first. */
export function matches(filter: Filter, facts: FrameFacts): boolean {
  switch (filter.type) {
    case 'and':
      return filter.of.every((each) => matches(each, facts));
    case 'or':
      return filter.of.some((each) => matches(each, facts));
    case 'not':
      return !matches(filter.of, facts);
    default:
      return holds(filter, facts);
  }
}

/** Whether a filter can be tested only if turns and violations are known. */
export function asksForMarks(filter: Filter): boolean {
  switch (filter.type) {
    case 'and':
    case 'or':
      return filter.of.some(asksForMarks);
    case 'not':
      return asksForMarks(filter.of);
    case 'choice':
      return filter.value === 'violation';
    case 'name':
      return filter.field === 'rule';
    case 'number':
      return filter.field === 'turn';
    default:
      return filter.type === 'severity';
  }
}

function holds(condition: Condition, facts: FrameFacts): boolean {
  switch (condition.type) {
    case 'choice':
      return isChosen(condition, facts);
    case 'severity':
      return facts.violations.some(({ severity }) => isAsSevere(severity, condition));
    case 'name':
      return namesOf(condition, facts).some((name) => name !== undefined && hasName(condition.pattern, name));
    case 'number':
      return numbersOf(condition, facts).some((n) => n !== undefined && n >= condition.min && n <= condition.max);
    case 'text':
      return facts.holds(matcherOf(condition.pattern));
    case 'path':
      return facts.json.some((json) => hasValue(json, condition));
    default:
      return condition satisfies never;
  }
}

function isChosen({ field, value }: ChoiceCondition, facts: FrameFacts): boolean {
  switch (field) {
    case 'from':
      return facts.sender === value;
    case 'kind':
      if (value === 'batch') return facts.isBatch;
      // `isError` is tested last, because it is computed only when it is used
      return facts.messages.some((message) => message.kind === value || (value === 'error' && message.isError));
    case 'is':
      return isInState(value, facts);
    case 'has':
      if (value === 'violation') return facts.violations.length > 0;
      return facts.json.some((json) => holdsContent(json, value));
    default:
      return field satisfies never;
  }
}

function isInState(state: Extract<ChoiceCondition, { field: 'is' }>['value'], facts: FrameFacts): boolean {
  switch (state) {
    case 'unanswered':
      return facts.isUnanswered;
    case 'orphan':
      return facts.isOrphan;
    case 'batch':
      return facts.isBatch;
    case 'malformed':
      return facts.messages.some(({ kind }) => kind === 'malformed');
    default:
      return state satisfies never;
  }
}

/** Whether a severity matches. */
export function isAsSevere(given: SeverityCondition['severity'], { severity, orWorse }: SeverityCondition): boolean {
  return given === severity || (orWorse && SEVERITIES.indexOf(given) < SEVERITIES.indexOf(severity));
}

/** Whether a name matches: the whole name for a glob, any part of it for a regular expression. */
export function hasName(pattern: NamePattern, name: string): boolean {
  return matcherOf(pattern).isIn(name);
}

function namesOf({ field }: NameCondition, facts: FrameFacts): readonly (string | undefined)[] {
  switch (field) {
    case 'rule':
      return facts.violations.map(({ rule }) => rule);
    case 'event':
      return [facts.event];
    case 'id':
      return facts.messages.flatMap(({ id }) => (id === undefined ? [] : [id, ...textOfToken(id)]));
    default:
      return facts.messages.map((message) => nameIn(message, field));
  }
}

function nameIn(message: MessageFacts, field: 'method' | 'session' | 'update' | 'tool'): string | undefined {
  if (field === 'method') return message.method;
  if (field === 'session') return message.sessionId;
  return field === 'update' ? message.updateKind : message.toolCallId;
}

/** A string id without its quotes. */
function textOfToken(token: string): readonly string[] {
  return token.startsWith('"') ? [JSON.parse(token) as string] : [];
}

function numbersOf({ field }: NumberCondition, facts: FrameFacts): readonly (number | undefined)[] {
  switch (field) {
    case 'size':
      return [facts.sizeBytes];
    case 'dur':
      return [facts.exchangeNs];
    case 't':
      return [facts.atNs];
    case 'seq':
      return [facts.seq];
    case 'turn':
      return facts.turns;
    default:
      return field satisfies never;
  }
}

/** Whether a value holds content of a type (spec: v1/content). The input and output of tools are not searched: they are not content. */
function holdsContent(json: JsonValue, type: string): boolean {
  const open: JsonValue[] = [json];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const each of value as readonly JsonValue[]) open.push(each);
    else if (isJsonObject(value)) {
      if (value['type'] === type) return true;
      for (const [name, each] of Object.entries(value)) {
        if (name !== 'rawInput' && name !== 'rawOutput' && name !== '_meta') open.push(each);
      }
    }
  }
  return false;
}

function hasValue(json: JsonValue, { path, pattern }: PathCondition): boolean {
  let reached: readonly JsonValue[] = [json];
  for (const name of path) reached = reached.flatMap((value) => membersOf(value, name));
  if (pattern === undefined) return reached.length > 0;
  return reached.some((value) => {
    const text = scalarText(value);
    return text !== undefined && hasName(pattern, text);
  });
}

function membersOf(value: JsonValue, name: string): readonly JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  if (name === '*') return Object.values(value as Readonly<Record<string, JsonValue>>);
  if (!Object.hasOwn(value, name) || (Array.isArray(value) && !/^\d+$/.test(name))) return [];
  return [(value as Readonly<Record<string, JsonValue>>)[name] ?? null];
}

function scalarText(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? undefined : JSON.stringify(value);
}
