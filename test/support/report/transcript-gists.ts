import type { TranscriptItem, TranscriptTurn } from '../../../src/model/transcript/transcript.js';
import { TranscriptReader } from '../../../src/model/transcript/transcript-reader.js';
import { Observer } from '../../../src/model/observer.js';
import { textOf } from '../../../src/model/json-access.js';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { request, result } from '../conversations/conversation.js';
import { line, tell, type Observed } from '../conversations/observing.js';

/** What was handed over, in that order. */
export function turnsIn(entries: readonly Observed[]): TranscriptTurn[] {
  const turns: TranscriptTurn[] = [];
  const observer = new Observer([new TranscriptReader((turn) => turns.push(turn))]);
  tell(observer, entries);
  observer.end();
  return turns;
}

/** A turn in a line or a few: what it is, and each item as `type ...what matters`. */
export function gist(turns: readonly TranscriptTurn[]): string[] {
  return turns.map(({ sessionId, number, isHistory, summary, items }) => {
    const what = isHistory ? 'history' : number === undefined ? 'outside' : `turn ${number}`;
    const end = summary === undefined ? '' : ` (${summary.how} ${summary.stopReason ?? ''})`.replace(' )', ')');
    return [`${sessionId} ${what}${end}`, ...items.map(itemGist)].join(' | ');
  });
}

function itemGist(item: TranscriptItem): string {
  switch (item.type) {
    case 'prompt':
      return `prompt ${item.blocks.map(({ text }) => textOf(text) ?? '').join()}`;
    case 'message':
      return `${item.who} ${item.text}${item.others.length > 0 ? ` +${item.others.length}` : ''}`;
    case 'tool-call':
      return `call ${item.title ?? item.id} ${item.history.map(({ status }) => status).join('>')} [${item.content.length}]`;
    case 'plan':
      return `plan ${item.entries.map(({ content, status }) => `${content}:${status ?? ''}`).join()}`;
    case 'permission':
      return `asks ${item.toolCallId ?? ''} ${item.chosen ?? item.decision?.outcome ?? item.error ?? 'unanswered'}`;
    case 'service':
      return `${item.from} ${item.method}${item.answered === undefined ? '' : ' answered'}${item.error === undefined ? '' : ' error'}`;
    case 'cancel':
      return 'cancel';
    case 'change':
      return `change ${item.kind}`;
  }
}

export function update(sessionUpdate: string, members: JsonObject = {}, sessionId = 's'): Observed {
  const params = { sessionId, update: { sessionUpdate, ...members } };
  return line('agent', { jsonrpc: '2.0', method: 'session/update', params });
}

export function chunk(who: 'user' | 'agent', text: string, messageId?: string, sessionId = 's'): Observed {
  const id = messageId === undefined ? {} : { messageId };
  return update(`${who}_message_chunk`, { ...id, content: { type: 'text', text } }, sessionId);
}

export function prompt(id: number, text: string, sessionId = 's'): Observed {
  return line('client', request(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] }));
}

export function stopped(id: number, stopReason = 'end_turn'): Observed {
  return line('agent', result(id, { stopReason }));
}

export const cancel = line('client', { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });

export function opened(version: 1 | 2, ...sessions: readonly string[]): Observed[] {
  return [
    line('client', request(0, 'initialize', { protocolVersion: version })),
    line('agent', result(0, { protocolVersion: version })),
    ...sessions.flatMap((sessionId, i) => [
      line('client', request(100 + i, 'session/new', { cwd: '/', mcpServers: [] })),
      line('agent', result(100 + i, { sessionId })),
    ]),
  ];
}

export function told(...entries: readonly Observed[]): string[] {
  return gist(turnsIn([...opened(1, 's'), ...entries]));
}

export function toldInV2(...entries: readonly Observed[]): string[] {
  return gist(turnsIn([...opened(2, 's'), ...entries]));
}

export const OPTIONS: JsonValue = [
  { optionId: 'y', name: 'Yes', kind: 'allow_once' },
  { optionId: 'n', name: 'No', kind: 'reject_once' },
];
