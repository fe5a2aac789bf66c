import { valueHash } from '../model/tools/value-hash.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../wire/json-text.js';
import type { Item, ItemKind } from './outline.js';

/** What an item is made of, before its keys. */
export interface NewItem extends Pick<Item, 'seq' | 'label'> {
  readonly kind: ItemKind;
  readonly endSeq?: number | undefined;
  readonly turn?: number | undefined;
  /** A member that is undefined is not there. */
  readonly facts: Readonly<Record<string, JsonValue | undefined>>;
  readonly free?: Readonly<Record<string, JsonValue | undefined>>;
  /** What it may be recognised by besides all that it says, the surest first. */
  readonly by?: readonly string[];
  readonly loose?: string;
  readonly ms?: number | undefined;
  readonly call?: number | undefined;
}

export function newItem({ facts, free = {}, by = [], endSeq, turn, loose, ms, call, ...rest }: NewItem): Item {
  const [own, words] = [withoutAbsent(facts), withoutAbsent(free)];
  const exact = `${loose ?? ''} ${valueHash(own) ?? ''}`;
  return {
    ...rest,
    endSeq: endSeq ?? rest.seq,
    turn,
    facts: own,
    free: words,
    keys: [`${exact} ${valueHash(words) ?? ''}`, exact, ...by],
    ...(loose !== undefined && { loose }),
    ...(ms !== undefined && { ms }),
    ...(call !== undefined && { call }),
  };
}

function withoutAbsent(members: NewItem['facts']): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, JsonValue] => member[1] !== undefined),
  );
}

/** An answer as facts: whether there is one, its result, or the code of its error; the words of the error are free text. */
export function answerFacts(answer: Answer | undefined): Required<Pick<NewItem, 'facts' | 'free'>> {
  if (answer === undefined) return { facts: { answer: 'none' }, free: {} };
  const { result, error } = answer;
  if (error !== undefined) {
    return { facts: { answer: 'error', code: error.code }, free: { message: error.message, data: error.data } };
  }
  const isEmpty = isJsonObject(result) && Object.keys(result).length === 0;
  return { facts: { answer: 'result', result: isEmpty ? undefined : result }, free: {} };
}

/** What came of a request, brought into stable form. */
export interface Answer {
  readonly seq: number;
  readonly at: number;
  readonly result: JsonValue | undefined;
  readonly error:
    { readonly code: number | undefined; readonly message: string; readonly data: JsonValue | undefined } | undefined;
}

/** A text in quotes and of a length for a line; `fallback` where there is none. */
export function quoted(text: string | undefined, fallback: string): string {
  if (text === undefined || text === '') return fallback;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `"${line.length <= LABEL_CHARACTERS ? line : `${line.slice(0, LABEL_CHARACTERS - 3)}...`}"`;
}

const LABEL_CHARACTERS = 80;
