/** A token of a filter's text. */
export type Token = TokenPlace &
  (
    | { readonly type: '(' | ')' | 'and' | 'or' | 'not' }
    | { readonly type: 'value'; readonly value: Value }
    | { readonly type: 'field'; readonly name: string; readonly operator: Operator; readonly value: Value | undefined }
    | { readonly type: 'alias'; readonly letter: string }
  );

/** From its first character to the one after its last. */
export interface TokenPlace {
  readonly start: number;
  readonly end: number;
}

export type Operator = ':' | '>' | '>=' | '<' | '<=' | '~';

/** The value after a field, or a text on its own. */
export type Value = TokenPlace &
  (
    | { readonly type: 'word' | 'quoted'; readonly text: string }
    | { readonly type: 'regex'; readonly source: string; readonly flags: string }
  );

export type OpenQuote = TokenPlace & { readonly type: 'open-quote' };

const WORDS_OF_LOGIC: Readonly<Record<string, 'and' | 'or' | 'not'>> = { and: 'and', or: 'or', not: 'not' };
const SIGNS: Readonly<Record<string, '(' | ')' | 'and' | 'or' | 'not'>> = {
  '(': '(',
  ')': ')',
  '&': 'and',
  '|': 'or',
  '!': 'not',
};
const ENDS_A_WORD = String.raw`\s()|&`;
const WORD = new RegExp(`[^${ENDS_A_WORD}]+`, 'y');
const FIELD = /([A-Za-z_][\w-]*)(:|>=|<=|>|<|~)/y;
const REGEX = new RegExp(String.raw`/((?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+)/([A-Za-z]*)(?=[${ENDS_A_WORD}]|$)`, 'sy');
const QUOTED = /(["'])((?:[^\\]|\\.)*?)\1/sy;
/** Where the value of a path begins. */
const PATH = new RegExp(`(?:"[^"]*"|[^${ENDS_A_WORD}=~"])*`, 'y');

/** Cuts a filter into tokens; it stops at a quote that is not closed. */
export function lexFilter(text: string): readonly (Token | OpenQuote)[] {
  const tokens: (Token | OpenQuote)[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, tokens.at(-1)?.end ?? text.length)) {
    const token = tokenAt(text, at);
    tokens.push(token);
    if (token.type === 'open-quote') break;
  }
  return tokens;
}

function tokenAt(text: string, start: number): Token | OpenQuote {
  const sign = SIGNS[text[start] ?? ''];
  if (sign !== undefined) return { type: sign, start, end: start + 1 };
  const alias = matchAt(/~([A-Za-z])(?=[\s()]|$)/y, text, start);
  if (alias !== undefined) return { type: 'alias', letter: alias[1] ?? '', start, end: start + alias[0].length };
  const field = matchAt(FIELD, text, start);
  if (field !== undefined) return fieldToken(text, start, field);
  const value = valueAt(text, start);
  if (value.type === 'open-quote') return value;
  const logic = value.type === 'word' ? WORDS_OF_LOGIC[value.text.toLowerCase()] : undefined;
  const place = { start, end: value.end };
  return logic === undefined ? { type: 'value', value, ...place } : { type: logic, ...place };
}

function fieldToken(text: string, start: number, [all, name = '', operator = '']: RegExpExecArray): Token | OpenQuote {
  const from = start + all.length;
  const isPath = name.toLowerCase() === 'path';
  const value = from >= text.length ? undefined : isPath ? pathAt(text, from) : valueAt(text, from);
  if (value?.type === 'open-quote') return value;
  const isThere = value !== undefined && value.end > value.start;
  const end = isThere ? value.end : from;
  return { type: 'field', name, operator: operator as Operator, value: isThere ? value : undefined, start, end };
}

/**
 * The value that begins at a place. A word ends before white space and operators; between quotes or slashes, everything belongs to the
 * value.
 */
function valueAt(text: string, start: number): Value | OpenQuote {
  const first = text[start];
  if (first === '"' || first === "'") return quotedAt(text, start);
  const regex = first === '/' ? matchAt(REGEX, text, start) : undefined;
  if (regex !== undefined) {
    const [all, source = '', flags = ''] = regex;
    return { type: 'regex', source, flags, start, end: start + all.length };
  }
  const word = matchAt(WORD, text, start)?.[0] ?? '';
  return { type: 'word', text: word, start, end: start + word.length };
}

function quotedAt(text: string, start: number): Value | OpenQuote {
  const [all, quote = '', inner = ''] = matchAt(QUOTED, text, start) ?? [];
  if (all === undefined) return { type: 'open-quote', start, end: text.length };
  const unescaped = inner.replaceAll(/\\(.)/gs, (both, escaped: string) =>
    escaped === quote || escaped === '\\' ? escaped : both,
  );
  return { type: 'quoted', text: unescaped, start, end: start + all.length };
}

/** The token of a whole path condition, such as `params.update.title="a b"`. */
function pathAt(text: string, start: number): Value | OpenQuote {
  const behind = start + (matchAt(PATH, text, start)?.[0].length ?? 0);
  const hasValue = text[behind] === '=' || text[behind] === '~';
  const value = hasValue && behind + 1 < text.length ? valueAt(text, behind + 1) : undefined;
  if (value?.type === 'open-quote') return value;
  const end = value?.end ?? behind + (hasValue ? 1 : 0);
  return { type: 'word', text: text.slice(start, end), start, end };
}

/** Where the path ends, and the value after its `=` or `~`. */
export function pathValue(
  text: string,
  word: TokenPlace,
): { readonly behind: number; readonly value: Value | undefined } {
  const behind = word.start + (matchAt(PATH, text, word.start)?.[0].length ?? 0);
  if (behind + 1 >= word.end) return { behind, value: undefined };
  const value = valueAt(text, behind + 1);
  return { behind, value: value.type === 'open-quote' ? undefined : value };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
  return at;
}
