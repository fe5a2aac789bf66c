import type { Severity } from '../check/engine/severity.js';
/** Which frames a person wants to see: a parsed filter. It is plain data; `parseFilter(printFilter(f))` equals `f`. */
export type Filter =
  | { readonly type: 'and'; readonly of: readonly Filter[] }
  | { readonly type: 'or'; readonly of: readonly Filter[] }
  | { readonly type: 'not'; readonly of: Filter }
  | Condition;

/** One condition on a frame. */
export type Condition =
  ChoiceCondition | SeverityCondition | NameCondition | NumberCondition | TextCondition | PathCondition;

/** The fields that have a fixed list of values. */
export const CHOICES = {
  from: ['client', 'agent', 'stderr', 'event'],
  kind: ['request', 'response', 'notification', 'error', 'malformed', 'batch'],
  is: ['unanswered', 'orphan', 'batch', 'malformed'],
  has: ['diff', 'image', 'violation'],
} as const;

export type ChoiceField = keyof typeof CHOICES;

export type ChoiceCondition = {
  readonly [Field in ChoiceField]: {
    readonly type: 'choice';
    readonly field: Field;
    readonly value: (typeof CHOICES)[Field][number];
  };
}[ChoiceField];

export interface SeverityCondition {
  readonly type: 'severity';
  readonly severity: Severity;
  /** Worse severities match too. */
  readonly orWorse: boolean;
}

/** Fields that are compared with a name. */
export const NAME_FIELDS = ['method', 'id', 'session', 'update', 'tool', 'rule', 'event'] as const;
export type NameField = (typeof NAME_FIELDS)[number];

export interface NameCondition {
  readonly type: 'name';
  readonly field: NameField;
  readonly pattern: NamePattern;
}

/** Fields that are compared with a whole number: bytes, ns, or a count. */
export const NUMBER_FIELDS = ['size', 'dur', 't', 'seq', 'turn'] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];

export interface NumberCondition {
  readonly type: 'number';
  readonly field: NumberField;
  /** Both ends are included; an end that is not given is -Infinity or Infinity. */
  readonly min: number;
  readonly max: number;
}

export interface TextCondition {
  readonly type: 'text';
  readonly pattern: TextPattern;
}

export interface PathCondition {
  readonly type: 'path';
  /** Names of members and numbers of elements; `*` is any. */
  readonly path: readonly string[];
  /** Undefined: the value only has to exist. */
  readonly pattern: NamePattern | undefined;
}

export interface RegexPattern {
  readonly type: 'regex';
  readonly source: string;
  /** Of `i`, `m`, `s` and `u`. */
  readonly flags: string;
}

/** A glob that must match a whole name (`*` matches any text), or a regular expression that matches somewhere in it. */
export type NamePattern = { readonly type: 'glob'; readonly glob: string } | RegexPattern;

/** A text that the frame contains, ignoring case, or a regular expression that matches somewhere in it. */
export type TextPattern = { readonly type: 'words'; readonly words: string } | RegexPattern;
