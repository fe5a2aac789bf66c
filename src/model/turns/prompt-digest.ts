import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import { objectsOf } from '../json-access.js';
import type { PromptDigest } from '../state/session-prompt.js';

/** This much of a prompt is enough to tell it from others. */
const HEAD = 200;

const COMMAND = /^\/([a-z][\w:-]*)(?:\s|$)/;

/** @param prompt the blocks of session/prompt, or the content of a user_message */
export function digestOf(prompt: JsonValue | undefined): PromptDigest {
  const blocks = Array.isArray(prompt) ? (prompt as readonly JsonValue[]) : [];
  const types = new Set<string>();
  let hash = HASH_START;
  let length = 0;
  let first: string | undefined;
  for (const block of blocks) {
    if (!isJsonObject(block)) continue;
    const { type, text } = block;
    if (typeof type === 'string') types.add(type);
    if (type !== 'text' || typeof text !== 'string') continue;
    first ??= text;
    hash = hashText(text, hash);
    length += text.length;
  }
  const command = first === undefined ? undefined : commandIn(first);
  const head = (first ?? '').trim().slice(0, HEAD);
  return { types: [...types], blocks: blocks.length, textHash: hash, textLength: length, head, command };
}

/** Whether a text may be an echo of the prompt, whole or in part. Agents wrap context around it. */
export function isEcho({ head }: PromptDigest, text: string): boolean {
  const said = text.trim();
  return text.includes(head) || head.startsWith(said.slice(0, HEAD));
}

/** The slash command that a prompt begins with (spec: v1/slash-commands). */
export function commandOf(prompt: JsonValue | undefined): string | undefined {
  for (const block of objectsOf(prompt)) {
    const { type, text } = block;
    if (type === 'text' && typeof text === 'string') return commandIn(text);
  }
  return undefined;
}

function commandIn(text: string): string | undefined {
  return COMMAND.exec(text)?.[1];
}

export const HASH_START = 0x811c9dc5;

/** FNV-1a over UTF-16 units. It continues from `hash`, so that a text may come in pieces. */
export function hashText(text: string, hash: number): number {
  let mixed = hash;
  for (let i = 0; i < text.length; i += 1) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  return mixed >>> 0;
}
