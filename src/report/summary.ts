import { jsonBeginning } from '../wire/json-beginning.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../wire/json-text.js';
import type { Message, SingleMessage } from '../wire/message.js';
import { escapeUnsafe } from '../wire/plain-text.js';

/** Longer summaries are cut, in characters; lists cut them further to their width. */
export const SUMMARY_CHARACTERS = 300;

/** What a message is about, in one line that is safe to show. */
export function summaryOf(message: Message): string {
  return escapeUnsafe(oneLine(summarize(message)));
}

function summarize(message: Message): string {
  if (message.kind !== 'batch') return summarizeSingle(message);
  const kinds = message.messages.map(({ kind }) => kind);
  return `${kinds.length} messages: ${kinds.join(', ')}`;
}

function summarizeSingle(message: SingleMessage): string {
  switch (message.kind) {
    case 'request':
    case 'notification':
      return summarizeParams(message.params);
    case 'response':
      return message.outcome.ok ? summarizeResult(message.outcome.result) : summarizeError(message.outcome.error);
    case 'malformed':
      return [message.reason, message.detail].filter((part) => part !== undefined).join(': ');
    default:
      return message satisfies never;
  }
}

function summarizeParams(params: JsonValue | undefined): string {
  if (!isJsonObject(params)) return params === undefined ? '' : jsonText(params);
  const { update, prompt, toolCall } = params;
  if (isJsonObject(update)) return summarizeUpdate(update);
  if (Array.isArray(prompt)) return (prompt as readonly JsonValue[]).map(contentText).join(' ');
  if (isJsonObject(toolCall)) return [...toolWords(toolCall), ...optionWords(params['options'])].join(' ');
  return memberWords(params, 'sessionId');
}

/** The summary of a session/update (spec: v1/prompt-turn): its kind and its content. */
function summarizeUpdate(update: JsonObject): string {
  const { sessionUpdate, content, entries, ...rest } = update;
  const kind = typeof sessionUpdate === 'string' ? sessionUpdate : 'update';
  if (kind === 'plan' && Array.isArray(entries)) return `plan ${planWords(entries as readonly JsonValue[])}`;
  if (kind.startsWith('tool_call')) return [kind, ...toolWords(update)].join(' ');
  if (isJsonObject(content)) return `${kind} ${contentText(content)}`;
  return `${kind} ${memberWords(rest)}`;
}

function planWords(entries: readonly JsonValue[]): string {
  const done = entries.filter((entry) => isJsonObject(entry) && entry['status'] === 'completed').length;
  return `${done}/${entries.length} done`;
}

function toolWords(call: JsonObject): string[] {
  const { toolCallId, kind, status, title } = call;
  return [toolCallId, kind, status, title].filter((word) => typeof word === 'string');
}

function optionWords(options: JsonValue | undefined): string[] {
  if (!Array.isArray(options)) return [];
  const ids = (options as readonly JsonValue[]).flatMap((option) => (isJsonObject(option) ? [option['optionId']] : []));
  return [`[${ids.filter((id) => typeof id === 'string').join(' | ')}]`];
}

function contentText(content: JsonValue): string {
  if (!isJsonObject(content)) return jsonText(content);
  const { type, text, uri, name } = content;
  if (typeof text === 'string') return jsonText(text);
  return [type, name, uri].filter((word) => typeof word === 'string').join(' ');
}

function summarizeResult(result: JsonValue): string {
  if (!isJsonObject(result)) return jsonText(result);
  const { stopReason, outcome, content } = result;
  if (typeof stopReason === 'string') return stopReason;
  if (isJsonObject(outcome)) return outcomeWords(outcome);
  if (typeof content === 'string') return jsonText(content);
  return memberWords(result);
}

/** The words of an outcome, with the choice first: `selected allow`, `cancelled`. */
function outcomeWords(object: JsonObject): string {
  const { outcome, optionId, ...others } = object;
  const words = [outcome, optionId].filter((word) => word !== undefined).map(valueWord);
  return [...words, memberWords(others)].filter((word) => word !== '').join(' ');
}

function summarizeError(error: JsonValue): string {
  if (!isJsonObject(error)) return `error ${jsonText(error)}`;
  const { code, message } = error;
  return `error ${jsonText(code ?? null)} ${typeof message === 'string' ? message : jsonText(message ?? null)}`;
}

/** `name=value` of each member but one, long values cut. */
function memberWords(object: JsonObject, except?: string): string {
  return Object.entries(object)
    .filter(([name]) => name !== except)
    .map(([name, value]) => `${name}=${valueWord(value)}`)
    .join(' ');
}

function valueWord(value: JsonValue): string {
  const text = typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : jsonText(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

function oneLine(text: string): string {
  const flat = text.trim();
  return flat.length <= SUMMARY_CHARACTERS ? flat : `${flat.slice(0, SUMMARY_CHARACTERS - 3)}...`;
}

/** The beginning of a value as JSON, longer than any summary. */
function jsonText(value: JsonValue): string {
  return jsonBeginning(value, 2 * SUMMARY_CHARACTERS);
}
