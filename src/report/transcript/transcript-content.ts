import { createTwoFilesPatch } from 'diff';
import type { TerminalText } from '../../model/transcript/transcript.js';
import { objectOf, objectsOf, textOf } from '../../model/json-access.js';
import { jsonBeginning } from '../../wire/json-beginning.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';

const SHORT_CHARACTERS = 160;

/** If there are more changes, the texts are too different for a readable diff. */
const MOST_EDITS = 2_000;

/** A text below a line of the transcript. `output` is that of a terminal. */
export interface ContentText {
  readonly kind: 'text' | 'diff' | 'output' | 'plan';
  readonly text: string;
}

/** An item of a tool call's content. @param terminals the terminals of the turn */
export function toolContent(
  content: JsonObject,
  terminals: ReadonlyMap<string, TerminalText> = new Map(),
): readonly ContentText[] {
  const { type } = content;
  if (type === 'diff') return [{ kind: 'diff', text: diffText(content) }];
  if (type === 'terminal') return terminalContent(textOf(content['terminalId']) ?? '', terminals);
  const inner = objectOf(content['content']);
  return [{ kind: 'text', text: inner === undefined ? shortJson(content) : contentText(inner) }];
}

function terminalContent(id: string, terminals: ReadonlyMap<string, TerminalText>): readonly ContentText[] {
  const terminal = terminals.get(id);
  if (terminal === undefined) return [{ kind: 'text', text: `[terminal ${id}]` }];
  return [{ kind: 'text', text: `$ ${terminalTitle(terminal)}` }, ...terminalOutput(terminal)];
}

/** The command of a terminal, and how it ended. */
export function terminalTitle({ command, id, exit }: TerminalText): string {
  const how = exit?.signal !== undefined ? `signal ${exit.signal}` : `exit ${exit?.code ?? ''}`.trimEnd();
  return `${command ?? `terminal ${id ?? ''}`}${exit === undefined ? '' : `  [${how}]`}`;
}

export function terminalOutput({ output, isTruncated }: TerminalText): readonly ContentText[] {
  if (output === '') return [];
  const text = readable(output);
  return [{ kind: 'output', text: isTruncated ? `[the beginning was cut off]\n${text}` : text }];
}

/** Removes colours, and keeps only the final text of lines that were overwritten. */
function readable(output: string): string {
  return output.replaceAll(COLOURS, '').replaceAll(/\r+\n/g, '\n').replaceAll(OVERWRITTEN, '');
}

// eslint-disable-next-line no-control-regex -- terminals are told colours by it
const COLOURS = /\u001b\[[0-9;:]*m/g;
const OVERWRITTEN = /^[^\n\r]*\r(?=[^\n\r])/gm;

/** v1: old and new text; v2: a patch, or at least the paths (spec: v1/tool-calls). */
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
    maxEditLength: MOST_EDITS,
  });
  return made === undefined ? `${path}: too different to show as a diff` : made.replace(/^(?:Index: .*\n)?=+\n/, '');
}

/** A content block as text; for images and the like, a description. */
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
