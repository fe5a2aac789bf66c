import type { JsonObject } from '../../wire/json-text.js';
import { textOf } from '../json-access.js';
import type { PromptDigest } from '../state/session-prompt.js';
import type { ToolCall } from '../state/tool-call.js';

/** Longer names are cut, in characters. */
const LONGEST = 60;

/** The first words of a prompt; empty if it has no text. */
export function promptName({ head }: PromptDigest): string {
  return shortened(head);
}

export function callName({ title, name, id }: ToolCall): string {
  return shortened(title ?? name ?? id);
}

/** The last part of a path of any operating system. */
export function fileName(path: string): string {
  return shortened(path.split(/[/\\]/).findLast((part) => part !== '') ?? path);
}

/** The command line that a request to create a terminal holds. */
export function commandName(params: JsonObject): string {
  const args = params['args'];
  const words = Array.isArray(args) ? args.slice(0, 20).filter((arg) => typeof arg === 'string') : [];
  return shortened([textOf(params['command']) ?? '', ...words].join(' '));
}

/** Text in one line, not too long. */
export function shortened(text: string): string {
  const flat = text
    .slice(0, 4 * LONGEST)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(flat);
  return characters.length <= LONGEST ? flat : `${characters.slice(0, LONGEST - 3).join('')}...`;
}
