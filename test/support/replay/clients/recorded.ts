import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import { corpusFiles, corpusName } from '../../fixtures/corpus.js';

/** What a line says, as far as one who replays it has to know. Written anew here: the engine's reading is what is judged. */
export type Message =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'response'; readonly id: string; readonly outcome: JsonValue; readonly failed: boolean }
  /** Several in one line. */
  | { readonly kind: 'batch'; readonly messages: readonly Message[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unreadable' };

/** One line of a conversation. Ids are kept as JSON, so that `1` and `"1"` differ. */
export interface Entry {
  /** Its place among the lines of both sides. */
  readonly at: number;
  readonly from: 'client' | 'agent';
  readonly line: string;
  readonly message: Message;
  /** The line of the file in which it stands, from 1; undefined where it stands in none. */
  readonly fileLine?: number;
}

/** What one agent process and its client said. */
export interface Recorded {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly client: readonly Entry[];
  readonly agent: readonly Entry[];
}

type Line = readonly [from: 'client' | 'agent', line: string, fileLine?: number];

export function recorded(name: string, lines: readonly Line[]): Recorded {
  const entries = lines.map(([from, line, fileLine], at) => {
    return { at, from, line, message: messageIn(line), ...(fileLine !== undefined && { fileLine }) };
  });
  return {
    name,
    entries,
    client: entries.filter(({ from }) => from === 'client'),
    agent: entries.filter(({ from }) => from === 'agent'),
  };
}

function messageIn(line: string): Message {
  if (line.trim() === '') return { kind: 'nothing' };
  let said: JsonValue;
  try {
    said = JSON.parse(line) as JsonValue;
  } catch {
    return { kind: 'unreadable' };
  }
  if (Array.isArray(said) && said.length > 0) {
    return { kind: 'batch', messages: (said as readonly JsonValue[]).map(messageOf) };
  }
  return messageOf(said);
}

function messageOf(said: JsonValue): Message {
  if (!isObject(said)) return { kind: 'unreadable' };
  const { method, id, params, result, error } = said;
  if (typeof method === 'string') {
    const named = isObject(params) ? params : {};
    if (id === undefined) return { kind: 'notification', method, params: named };
    return { kind: 'request', id: JSON.stringify(id), method, params: named };
  }
  if (result === undefined && error === undefined) return { kind: 'unreadable' };
  return {
    kind: 'response',
    id: JSON.stringify(id ?? null),
    outcome: result ?? error ?? null,
    failed: error !== undefined,
  };
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A conversation as a capture of one agent process, as other tools write it. */
export function captureOf({ entries }: Recorded): string {
  const lines = entries.map(({ from, line, at }) => ({ t: at, dir: from === 'client' ? 'c2a' : 'a2c', line }));
  return [...lines, { t: entries.length, dir: 'exit', line: 'code=0 signal=null' }]
    .map((said) => `${JSON.stringify(said)}\n`)
    .join('');
}

/** The line of the first message in a fixture that {@link fixtureOf} writes. */
export const FIRST_FIXTURE_LINE = 3;

/** A conversation as a fixture. Its lines must be plain text: no control characters, no white space at their ends. */
export function fixtureOf({ entries, name }: Recorded): string {
  const lines = entries.map(({ from, line }) => `${from} ${line}\n`);
  return `#acp-fixture 1\n# title: ${name}\n${lines.join('')}`;
}

export interface CorpusConversation extends Recorded {
  readonly file: string;
  /** Which agent process of the file, from 1; undefined where there is one. */
  readonly process: number | undefined;
}

/** All conversations of the corpus: one for each agent process. */
export function corpusConversations(): CorpusConversation[] {
  return corpusFiles().flatMap((file) => {
    const processes = processesOf(file);
    return processes.map((lines, index) => {
      const process = processes.length > 1 ? index + 1 : undefined;
      const name = corpusName(file).replace(/\.jsonl$/, process === undefined ? '' : `#${process}`);
      return { ...recorded(name, lines), file, process };
    });
  });
}

function processesOf(file: string): Line[][] {
  const processes: Line[][] = [[]];
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (text === '') continue;
    const { dir, line } = JSON.parse(text) as { dir: string; line: string };
    if (dir === 'exit') processes.push([]);
    else if (dir !== 'stderr') processes.at(-1)?.push([dir === 'c2a' ? 'client' : 'agent', line, index + 1]);
  }
  return processes.filter((lines) => lines.length > 0);
}
