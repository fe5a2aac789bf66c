import type { JsonObject } from '../wire/json-text.js';
import { listOf, objectOf, objectsOf, textOf } from './json-access.js';
import type { Moment } from './moment.js';
import { decisionOf, toolCallOf } from './permissions.js';
import { planEntriesOf } from './settings.js';
import type { Step } from './step.js';
import type {
  MessageItem,
  PermissionItem,
  ServiceItem,
  ToolCallItem,
  TranscriptItem,
  TranscriptTurn,
} from './transcript.js';

/** Updates that a reader of the transcript does not wait for. */
const SILENT_UPDATES: ReadonlySet<string> = new Set(['usage_update', 'available_commands_update', 'state_update']);

/** A turn that is being put together. */
export class TranscriptTurnBuilder {
  readonly turn: TranscriptTurn;
  readonly #messages = new Map<string, MessageItem>();
  readonly #toolCalls = new Map<string, ToolCallItem>();
  readonly #asked = new Map<number, PermissionItem | ServiceItem>();

  constructor(sessionId: string, number: number | undefined, isHistory: boolean) {
    this.turn = { sessionId, number, isHistory, items: [], summary: undefined };
  }

  /** Takes over what was said before the turn began and belongs to it. */
  adopt(items: readonly TranscriptItem[]): void {
    this.turn.items.push(...items);
  }

  prompt(step: Step): void {
    this.#add({ type: 'prompt', ...momentOf(step), blocks: objectsOf(step.params?.['prompt']) });
  }

  cancel(step: Step): void {
    this.#add({ type: 'cancel', ...momentOf(step) });
  }

  update(step: Step): void {
    const { update, updateKind } = step;
    if (update === undefined || updateKind === undefined) return;
    switch (updateKind) {
      case 'user_message_chunk':
      case 'user_message':
        this.#say('user', step, update);
        return;
      case 'agent_message_chunk':
      case 'agent_message':
        this.#say('agent', step, update);
        return;
      case 'agent_thought_chunk':
      case 'agent_thought':
        this.#say('thought', step, update);
        return;
      case 'tool_call':
      case 'tool_call_update':
        this.#mergeCall(step, update);
        return;
      case 'tool_call_content_chunk':
        this.#appendToCall(step, update);
        return;
      case 'plan':
      case 'plan_update':
        this.#plan(step, objectOf(update['plan']) ?? update);
        return;
      default:
        if (!SILENT_UPDATES.has(updateKind)) this.#add({ type: 'change', ...momentOf(step), kind: updateKind, update });
    }
  }

  askPermission(step: Step): void {
    const { params } = step;
    const call = toolCallOf(params);
    const item: PermissionItem = {
      type: 'permission',
      ...momentOf(step),
      title: textOf(params?.['title']) ?? textOf(call?.['title']),
      toolCallId: textOf(call?.['toolCallId']),
      options: objectsOf(params?.['options']),
      decision: undefined,
      chosen: undefined,
      error: undefined,
      answered: undefined,
    };
    if (call !== undefined) this.#mergeCall(step, call);
    this.#asked.set(step.seq, item);
    this.#add(item);
  }

  /** A request of either side that is no prompt and no permission. */
  ask(step: Step): void {
    const { method = '', sender, params, message } = step;
    const rest = { method, from: sender, params, result: undefined, error: undefined, answered: undefined };
    const item: ServiceItem = { type: 'service', ...momentOf(step), ...rest };
    if (message.kind === 'request') this.#asked.set(step.seq, item);
    this.#add(item);
  }

  /** @returns whether the request stands in this turn */
  answer(step: Step): boolean {
    const { exchange, result, error } = step;
    const item = exchange === undefined ? undefined : this.#asked.get(exchange.seq);
    if (exchange === undefined || item === undefined) return false;
    this.#asked.delete(exchange.seq);
    item.answered = momentOf(step);
    if (item.type === 'service') {
      item.result = result;
      item.error = error === undefined ? undefined : { code: error.code, message: error.message };
      return true;
    }
    item.error = error?.message;
    if (error !== undefined) return true;
    item.decision = decisionOf(exchange, result);
    const chosen = item.options.find((option) => option['optionId'] === item.decision?.optionId);
    item.chosen = textOf(chosen?.['name']);
    return true;
  }

  #add(item: TranscriptItem): void {
    this.turn.items.push(item);
  }

  /** Chunks of one message are put together: by messageId, else as long as nothing else comes between. */
  #say(who: MessageItem['who'], step: Step, update: JsonObject): void {
    const isChunk = step.updateKind?.endsWith('_chunk') === true;
    const messageId = textOf(update['messageId']);
    const known = this.#openMessage(who, messageId);
    const item = known ?? this.#newMessage(who, messageId, step);
    item.last = momentOf(step);
    if (isChunk) {
      appendBlock(item, objectOf(update['content']));
      return;
    }
    if (update['content'] === undefined) return;
    // a whole message replaces what was there (prompt-lifecycle: upserts)
    item.text = '';
    item.others.length = 0;
    for (const block of listOf(update['content'])) appendBlock(item, objectOf(block));
  }

  #openMessage(who: MessageItem['who'], messageId: string | undefined): MessageItem | undefined {
    if (messageId !== undefined) return this.#messages.get(`${who} ${messageId}`);
    const last = this.turn.items.at(-1);
    return last?.type === 'message' && last.who === who && last.messageId === undefined ? last : undefined;
  }

  #newMessage(who: MessageItem['who'], messageId: string | undefined, step: Step): MessageItem {
    const moment = momentOf(step);
    const item: MessageItem = { type: 'message', ...moment, who, messageId, text: '', others: [], last: moment };
    if (messageId !== undefined) this.#messages.set(`${who} ${messageId}`, item);
    this.#add(item);
    return item;
  }

  #mergeCall(step: Step, update: JsonObject): void {
    const call = this.#callOf(step, update);
    if (call === undefined) return;
    const { title, kind, name, status, content, locations, rawInput, rawOutput } = update;
    call.title = textOf(title) ?? call.title;
    call.kind = textOf(kind) ?? call.kind;
    call.name = textOf(name) ?? call.name;
    if (content !== undefined) call.content = objectsOf(content);
    if (locations !== undefined) call.locations = objectsOf(locations);
    if (rawInput !== undefined) call.rawInput = rawInput;
    if (rawOutput !== undefined) call.rawOutput = rawOutput;
    const given = textOf(status);
    if (given !== undefined && given !== call.status) call.history.push({ ...momentOf(step), status: given });
    call.status = given ?? call.status;
    call.last = momentOf(step);
  }

  #appendToCall(step: Step, update: JsonObject): void {
    const call = this.#callOf(step, update);
    const content = objectOf(update['content']);
    if (call !== undefined && content !== undefined) call.content = [...call.content, content];
  }

  #callOf(step: Step, update: JsonObject): ToolCallItem | undefined {
    const id = textOf(update['toolCallId']);
    if (id === undefined) return undefined;
    const known = this.#toolCalls.get(id);
    if (known !== undefined) return known;
    const moment = momentOf(step);
    const nothing = {
      title: undefined,
      kind: undefined,
      name: undefined,
      status: undefined,
      rawInput: undefined,
      rawOutput: undefined,
    };
    const lists = { history: [], content: [], locations: [] };
    const item: ToolCallItem = { type: 'tool-call', ...moment, id, ...nothing, ...lists, last: moment };
    this.#toolCalls.set(id, item);
    this.#add(item);
    return item;
  }

  #plan(step: Step, plan: JsonObject): void {
    const planId = textOf(plan['planId']) ?? '';
    this.#add({ type: 'plan', ...momentOf(step), planId, entries: planEntriesOf(plan['entries']) });
  }
}

function appendBlock(item: MessageItem, block: JsonObject | undefined): void {
  if (block === undefined) return;
  const text = block['type'] === 'text' ? textOf(block['text']) : undefined;
  if (text === undefined) item.others.push(block);
  else item.text += text;
}

function momentOf({ seq, at }: Step): Moment {
  return { seq, at };
}
