import { jsonBeginning } from '../../wire/json-beginning.js';
import type { JsonValue } from '../../wire/json-text.js';

const SHOWN = 120;

/** A value for a message: as JSON, shortened. */
export function quoted(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = jsonBeginning(value, SHOWN + 3);
  return text.length <= SHOWN + 2 ? text : `${text.slice(0, SHOWN)}...`;
}

/** "a", "a and b", "a, b and c". */
export function enumerated(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** "1 call", "2 calls". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A duration for a sentence: "250 ms", "2.4 s". */
export function lasting(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A size for a sentence, in powers of 1000: "412 bytes", "1.2 kB", "16 MB". */
export function sized(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}

/** Names in braces: `{found}`. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

export type Messages = Readonly<Record<string, string>>;

/** Templates cut into pieces: text and, at every odd index, a name. At most one entry per message of a rule. */
const cut = new Map<string, readonly string[]>();

/** Fills the placeholders `{name}` of a rule's message. */
export function filled(template: string, data: Readonly<Record<string, string | number>> | undefined): string {
  if (data === undefined) return template;
  return piecesOf(template)
    .map((piece, i) => (i % 2 === 0 ? piece : (data[piece] ?? `{${piece}}`)))
    .join('');
}

function piecesOf(template: string): readonly string[] {
  const known = cut.get(template);
  if (known !== undefined) return known;
  const pieces = template.split(/\{([A-Za-z]+)\}/);
  cut.set(template, pieces);
  return pieces;
}
