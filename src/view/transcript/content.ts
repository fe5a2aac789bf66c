import { createTwoFilesPatch } from 'diff';
import { objectOf, objectsOf, textOf } from '../../model/json-access.js';
import { jsonBeginning } from '../../wire/json-beginning.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';

const SHORT_CHARACTERS = 160;

/** A piece of text that stands below a line of the transcript. */
export interface ContentText {
  readonly kind: 'text' | 'diff';
  readonly text: string;
}

/** An item of a tool call's content. */
export function toolContent(content: JsonObject): ContentText {
  const { type } = content;
  if (type === 'diff') return { kind: 'diff', text: diffText(content) };
  if (type === 'terminal') return { kind: 'text', text: `[terminal ${textOf(content['terminalId']) ?? ''}]` };
  const inner = objectOf(content['content']);
  return { kind: 'text', text: inner === undefined ? shortJson(content) : contentText(inner) };
}

/** v1: old and new text; v2: a patch, or at least the paths (tool-calls: Diffs). */
function diffText(content: JsonObject): string {
  const patch = textOf(objectOf(content['patch'])?.['text']);
  if (patch !== undefined) return patch;
  const newText = textOf(content['newText']);
  if (newText === undefined) {
    return objectsOf(content['changes'])
      .map((change) => `${textOf(change['operation']) ?? ''} ${textOf(change['path']) ?? ''}`)
      .join('\n');
  }
  const path = (textOf(content['path']) ?? '').replaceAll(/\s+/g, ' ');
  const oldText = textOf(content['oldText']);
  const made = createTwoFilesPatch(oldText === undefined ? '/dev/null' : path, path, oldText ?? '', newText, '', '', {
    context: 3,
    timeout: 500,
  });
  return made === undefined ? `${path}: too different to show as a diff` : made.replace(/^(?:Index: .*\n)?=+\n/, '');
}

/** A content block as text; of images and the like what they are. */
export function contentText(content: JsonObject): string {
  const { type, text, uri, name, mimeType, data } = content;
  if (typeof text === 'string') return text;
  const resource = objectOf(content['resource']);
  if (resource !== undefined) return `[resource ${textOf(resource['uri']) ?? ''}]`;
  const size = typeof data === 'string' ? `${Math.floor((data.length * 3) / 4)} bytes` : undefined;
  const words = [type, name, uri, mimeType, size].filter((word) => typeof word === 'string');
  return `[${words.join(' ')}]`;
}

/** A value in one short line. */
export function shortJson(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  const text = jsonBeginning(value, SHORT_CHARACTERS + 1);
  return text.length <= SHORT_CHARACTERS ? text : `${text.slice(0, SHORT_CHARACTERS - 3)}...`;
}
