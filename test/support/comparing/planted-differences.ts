import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/wire/json-text.js';
import { textOf } from '../../../src/model/json-access.js';
import { toolCallOf } from '../../../src/model/tools/asked-call.js';
import { members, Planting, type Asked, type Conversation, type SaidLine } from '../checking/planting.js';

/** A copy of a conversation with one change, and the kind of the one difference that it makes. */
export interface PlantedDifference {
  readonly what: string;
  readonly kind: string;
  readonly planting: Planting;
}

/** All single changes that are planted into a conversation: each of them is one difference and no more. */
export function* plantedDifferences(conversation: Conversation): Generator<PlantedDifference> {
  yield* stopReasons(conversation);
  yield* toolCalls(conversation);
  yield* permissions(conversation);
  yield* words(conversation);
  yield* exchanges(conversation);
  yield* turns(conversation);
}

function* stopReasons(conversation: Conversation): Generator<PlantedDifference> {
  for (const { request, response } of conversation.askedFor('session/prompt')) {
    const result = members(response?.json?.['result']);
    if (response?.json === undefined || result['stopReason'] === undefined || sharesItsId(conversation, request))
      continue;
    const planting = new Planting(conversation);
    planting.replace(response, { ...response.json, result: { ...result, stopReason: 'max_tokens' } });
    yield { what: 'another stop reason', kind: 'stop-reason', planting };
  }
  for (const line of conversation.told('session/update')) {
    const update = updateOf(line);
    if (update['sessionUpdate'] !== 'state_update' || update['stopReason'] === undefined) continue;
    const planting = new Planting(conversation);
    planting.replace(line, withUpdate(line, { ...update, stopReason: 'max_tokens' }));
    yield { what: 'another stop reason', kind: 'stop-reason', planting };
  }
}

/** Two prompts with one id: which of them an answer is for, and so which turn it ends, no one can know. */
function sharesItsId({ asked }: Conversation, { json }: SaidLine): boolean {
  return asked.filter(({ request }) => request.sender === 'client' && request.json?.['id'] === json?.['id']).length > 1;
}

function* toolCalls(conversation: Conversation): Generator<PlantedDifference> {
  for (const lines of linesByCall(conversation).values()) {
    const without = new Planting(conversation);
    for (const line of [...lines, ...answersTo(conversation, lines)]) without.remove(line);
    yield { what: 'a tool call less', kind: 'tool-call', planting: without };
    const [first] = lines;
    const last = lines.findLast(({ json }) => json?.['method'] === 'session/update');
    if (first === undefined || last === undefined) continue;
    const more = new Planting(conversation);
    const call = { sessionUpdate: 'tool_call', toolCallId: 'planted', title: 'Planted', kind: 'think' };
    more.insertAfter(last, 'agent', withUpdate(last, { ...call, status: 'completed' }));
    yield { what: 'a tool call more', kind: 'tool-call', planting: more };
    const renamed = new Planting(conversation);
    for (const line of lines) renamed.replace(line, withCall(line, { title: 'Another title' }));
    yield { what: 'another title', kind: 'tool-call', planting: renamed };
    const failed = new Planting(conversation);
    const end = lines.findLast((line) => updateOf(line)['status'] === 'completed');
    if (end === undefined) continue;
    failed.replace(end, withCall(end, { status: 'failed' }));
    yield { what: 'a tool call that fails', kind: 'tool-call', planting: failed };
  }
}

/** The frames of each tool call; one that is announced again is another. */
function linesByCall(conversation: Conversation): Map<string, SaidLine[]> {
  const calls = new Map<string, SaidLine[]>();
  const announced = new Map<string, number>();
  for (const line of conversation.lines) {
    const id = textOf(callOf(line)?.['toolCallId']);
    if (id === undefined) continue;
    const name = `${textOf(idIn(line.json?.['params'])) ?? ''} ${id}`;
    if (callOf(line)?.['sessionUpdate'] === 'tool_call') announced.set(name, (announced.get(name) ?? 0) + 1);
    const key = `${name} ${Math.max(1, announced.get(name) ?? 0)}`;
    calls.set(key, [...(calls.get(key) ?? []), line]);
  }
  return calls;
}

function callOf({ json, sender }: SaidLine): JsonObject | undefined {
  if (sender !== 'agent') return undefined;
  const params = members(json?.['params']);
  return isJsonObject(params['update']) ? params['update'] : toolCallOf(params);
}

function withCall(line: SaidLine, change: JsonObject): JsonValue {
  const params = members(line.json?.['params']);
  if (isJsonObject(params['update'])) return withUpdate(line, { ...params['update'], ...change });
  const subject = members(params['subject']);
  const toolCall = { ...toolCallOf(params), ...change };
  const own = params['subject'] === undefined ? { toolCall } : { subject: { ...subject, toolCall } };
  return { ...line.json, params: { ...params, ...own } };
}

function answersTo({ asked }: Conversation, lines: readonly SaidLine[]): SaidLine[] {
  return asked.flatMap(({ request, response }) =>
    lines.includes(request) && response !== undefined ? [response] : [],
  );
}

function* permissions(conversation: Conversation): Generator<PlantedDifference> {
  for (const { request, response } of conversation.askedFor('session/request_permission')) {
    if (response?.json?.['result'] === undefined) continue;
    const { outcome, optionId } = members(members(response.json['result'])['outcome']);
    const options = members(request.json?.['params'])['options'] as readonly JsonObject[];
    const other = options.find((option) => option['optionId'] !== optionId)?.['optionId'] ?? 'other';
    const planting = new Planting(conversation);
    const said = outcome === 'cancelled' ? { outcome: 'selected', optionId: other } : { outcome: 'cancelled' };
    planting.replace(response, { ...response.json, result: { outcome: said } });
    yield { what: 'another outcome', kind: 'permission', planting };
  }
}

const WORDY_UPDATES = 6;

/** One word more in a message that is told of nowhere else. */
function* words(conversation: Conversation): Generator<PlantedDifference> {
  for (const line of conversation.told('session/update').slice(0, WORDY_UPDATES)) {
    const update = updateOf(line);
    const content = members(update['content']);
    if (!/^agent_(message|thought)_chunk$/.test(textOf(update['sessionUpdate']) ?? '') || content['type'] !== 'text')
      continue;
    const planting = new Planting(conversation);
    const text = `${textOf(content['text']) ?? ''} planted`;
    planting.replace(line, withUpdate(line, { ...update, content: { ...content, text } }));
    yield { what: 'a word more', kind: 'text', planting };
  }
}

function* exchanges(conversation: Conversation): Generator<PlantedDifference> {
  const greeting = conversation.askedFor('initialize')[0]?.response;
  if (greeting === undefined) return;
  const listed = new Planting(conversation);
  const asked = listed.insertAfter(greeting, 'client', call('planted', 'session/list', {}));
  listed.insertAfter(asked, 'agent', { jsonrpc: '2.0', id: 'planted', result: { sessions: [] } });
  yield { what: 'an exchange more', kind: 'exchange', planting: listed };
  for (const { request, response } of answeredPrompts(conversation)) {
    if (response === undefined) continue;
    const params = { sessionId: members(request.json?.['params'])['sessionId'] ?? null, path: '/planted' };
    const read = new Planting(conversation);
    const demand = read.insertAfter(request, 'agent', call('planted', 'fs/read_text_file', params));
    read.insertAfter(demand, 'client', { jsonrpc: '2.0', id: 'planted', result: { content: 'x' } });
    yield { what: 'a request of the agent more', kind: 'request', planting: read };
    return;
  }
}

/** v1: prompts that make a turn and end it. */
function answeredPrompts(conversation: Conversation): Asked[] {
  if (conversation.version !== 1) return [];
  return conversation.askedFor('session/prompt').filter(({ request, response }) => {
    const isSession = conversation
      .askedFor('session/new')
      .some(({ response: made }) => idIn(made?.json?.['result']) === idIn(request.json?.['params']));
    return isSession && response?.json?.['result'] !== undefined && !sharesItsId(conversation, request);
  });
}

function idIn(value: JsonValue | undefined): JsonValue | undefined {
  return members(value)['sessionId'];
}

function* turns(conversation: Conversation): Generator<PlantedDifference> {
  for (const { request, response } of answeredPrompts(conversation)) {
    if (response === undefined || isOverlapped(conversation, request, response)) continue;
    const more = new Planting(conversation);
    const sessionId = idIn(request.json?.['params']) ?? null;
    const prompt = [{ type: 'text', text: 'planted' }];
    const asked = more.insertAfter(response, 'client', call('planted', 'session/prompt', { sessionId, prompt }));
    more.insertAfter(asked, 'agent', { jsonrpc: '2.0', id: 'planted', result: { stopReason: 'end_turn' } });
    yield { what: 'a turn more', kind: 'turn', planting: more };
    const less = new Planting(conversation);
    const { lines } = conversation;
    for (const line of lines.slice(lines.indexOf(request), lines.indexOf(response) + 1)) less.remove(line);
    yield { what: 'a turn less', kind: 'turn', planting: less };
  }
}

/** Whether anything but this turn is told between its prompt and its end, or some of it after. */
function isOverlapped({ lines, asked }: Conversation, request: SaidLine, response: SaidLine): boolean {
  const [first, last] = [lines.indexOf(request), lines.indexOf(response)];
  // an agent may answer that too, and then to nothing
  if (lines.slice(first, last).some(({ json }) => json?.['method'] === '$/cancel_request')) return true;
  return asked.some((other) => {
    const [from, to] = [
      lines.indexOf(other.request),
      other.response === undefined ? Infinity : lines.indexOf(other.response),
    ];
    if (other.request === request) return false;
    const isWithin = from > first && to < last && other.request.sender === 'agent';
    return !isWithin && to > first && from < last;
  });
}

function call(id: string, method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}

function updateOf({ json }: SaidLine): JsonObject {
  return members(members(json?.['params'])['update']);
}

function withUpdate({ json }: SaidLine, update: JsonObject): JsonValue {
  const params = members(json?.['params']);
  return { jsonrpc: '2.0', method: 'session/update', params: { ...params, update } };
}
