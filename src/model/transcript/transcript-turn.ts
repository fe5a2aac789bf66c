import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { listOf, objectOf, objectsOf, textOf } from '../json-access.js';
import type { Moment } from '../state/moment.js';
import { toolCallOf } from '../tools/asked-call.js';
import { decisionOf } from '../tools/permissions.js';
import { planEntriesOf } from '../sessions/settings.js';
import type { Connection } from '../state/connection.js';
import type { Step } from '../state/step.js';
import { clientTerminal } from '../tools/terminals.js';
import { TranscriptTerminals } from './transcript-terminals.js';
import { isFinal } from '../tools/tool-calls.js';
import type {
  MessageItem,
  PermissionItem,
  ServiceItem,
  ToolCallItem,
  TranscriptItem,
  TranscriptTurn,
} from './transcript.js';

/** Updates that the transcript leaves out. */
const SILENT_UPDATES: ReadonlySet<string> = new Set(['usage_update', 'available_commands_update', 'state_update']);

/** A pending request, with the terminals of its turn. */
export interface Asked {
  readonly item: PermissionItem | ServiceItem;
  readonly terminals: TranscriptTerminals;
}

/** A turn under construction. */
export class TranscriptTurnBuilder {
  readonly turn: TranscriptTurn;
  readonly #messages = new Map<string, MessageItem>();
  readonly #toolCalls = new Map<string, ToolCallItem>();
  readonly #terminals = new TranscriptTerminals();
  readonly #asked: Map<number, Asked>;

  /** @param asked the pending requests, by the number of their frame */
  constructor(turn: Pick<TranscriptTurn, 'sessionId' | 'number' | 'isHistory'>, asked: Map<number, Asked>) {
    this.turn = { ...turn, items: [], terminals: this.#terminals.byId, summary: undefined };
    this.#asked = asked;
  }

  /** Adds items from before the turn that belong to it. */
  adopt(items: readonly TranscriptItem[]): void {
    for (const item of items) {
      this.#add(item);
      if (item.type === 'message' && item.messageId !== undefined) {
        this.#messages.set(`${item.who} ${item.messageId}`, item);
      }
      if (item.type === 'tool-call') this.#toolCalls.set(item.id, item);
    }
  }

  prompt(step: Step): void {
    this.#add({ type: 'prompt', ...begunBy(step), blocks: objectsOf(step.params?.['prompt']) });
  }

  cancel(step: Step): void {
    this.#add({ type: 'cancel', ...begunBy(step) });
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
        if (!SILENT_UPDATES.has(updateKind)) this.#change(step, updateKind, update);
    }
  }

  askPermission(step: Step): void {
    const { params } = step;
    const call = toolCallOf(params);
    const item: PermissionItem = {
      type: 'permission',
      ...begunBy(step),
      title: textOf(params?.['title']) ?? textOf(call?.['title']),
      toolCallId: textOf(call?.['toolCallId']),
      call: call === undefined ? undefined : this.#mergeCall(step, call),
      options: objectsOf(params?.['options']),
      decision: undefined,
      chosen: undefined,
      error: undefined,
      answered: undefined,
    };
    this.#asked.set(step.seq, { item, terminals: this.#terminals });
    this.#add(item);
  }

  /** Adds a request that is neither a prompt nor a permission request. @param connection the state after it */
  ask(step: Step, connection: Connection): void {
    const { method = '', sender, params, message, sessionId } = step;
    const command = clientTerminal(connection, sessionId, textOf(params?.['terminalId']))?.command;
    const terminal = this.#terminals.asked(step, command);
    const rest = { method, from: sender, params, result: undefined, error: undefined, answered: undefined, terminal };
    const item: ServiceItem = { type: 'service', ...begunBy(step), ...rest };
    if (message.kind === 'request') this.#asked.set(step.seq, { item, terminals: this.#terminals });
    this.#add(item);
  }

  #change(step: Step, kind: string, update: JsonObject): void {
    this.#add({ type: 'change', ...begunBy(step), kind, update, terminal: this.#terminals.updated(step, update) });
  }

  #add(item: TranscriptItem): void {
    this.turn.items.push(item);
  }

  /** Joins the chunks of a message: by messageId or, without one, as long as nothing else comes between them. */
  #say(who: MessageItem['who'], step: Step, update: JsonObject): void {
    const isChunk = step.updateKind?.endsWith('_chunk') === true;
    const messageId = textOf(update['messageId']);
    const known = this.#openMessage(who, messageId);
    const item = known ?? this.#newMessage(who, messageId, step);
    item.last = momentOf(step);
    item.changed = step.seq;
    if (isChunk) {
      appendBlock(item, objectOf(update['content']));
      return;
    }
    if (update['content'] === undefined) return;
    // a whole message replaces what was there (spec: v2/prompt-lifecycle)
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
    const item: MessageItem = { type: 'message', ...begunBy(step), who, messageId, text: '', others: [], last: moment };
    if (messageId !== undefined) this.#messages.set(`${who} ${messageId}`, item);
    this.#add(item);
    return item;
  }

  #mergeCall(step: Step, update: JsonObject): ToolCallItem | undefined {
    const call = this.#callOf(step, update);
    if (call === undefined) return undefined;
    const { title, kind, name, status, content, locations, rawInput, rawOutput } = update;
    call.title = textOf(title) ?? call.title;
    call.kind = textOf(kind) ?? call.kind;
    call.name = textOf(name) ?? call.name;
    // in v2 null clears a value; in v1 it is the same as leaving it out
    const isGiven = (value: JsonValue | undefined) => value !== undefined && (value !== null || step.version === 2);
    if (isGiven(content)) call.content = [...objectsOf(content)];
    if (isGiven(locations)) call.locations = objectsOf(locations);
    if (isGiven(rawInput)) call.rawInput = rawInput;
    if (isGiven(rawOutput)) call.rawOutput = rawOutput;
    const given = textOf(status);
    if (given !== undefined && given !== call.status) call.history.push({ ...momentOf(step), status: given });
    call.status = given ?? call.status;
    call.last = momentOf(step);
    call.changed = step.seq;
    if (isGiven(content)) for (const each of call.content) this.#embed(each);
    return call;
  }

  #appendToCall(step: Step, update: JsonObject): void {
    const call = this.#callOf(step, update);
    const content = objectOf(update['content']);
    if (content === undefined || call === undefined) return;
    call.content.push(content);
    call.changed = step.seq;
    this.#embed(content);
  }

  #embed({ type, terminalId }: JsonObject): void {
    const terminal = type === 'terminal' ? this.#terminals.byId.get(textOf(terminalId) ?? '') : undefined;
    if (terminal !== undefined) terminal.isEmbedded = true;
  }

  #callOf(step: Step, update: JsonObject): ToolCallItem | undefined {
    const id = textOf(update['toolCallId']);
    if (id === undefined) return undefined;
    const known = this.#toolCalls.get(id);
    // v1: a tool_call with the id of a finished call is a new call
    const isAnother = step.updateKind === 'tool_call' && isFinal(known?.status);
    if (known !== undefined && !isAnother) return known;
    // a call from an earlier turn keeps its name
    const { title, kind, name } = step.session?.toolCalls.get(id) ?? {};
    const said = {
      title,
      kind,
      name,
      status: undefined,
      rawInput: undefined,
      rawOutput: undefined,
    };
    const lists = { history: [], content: [], locations: [] };
    const item: ToolCallItem = { type: 'tool-call', ...begunBy(step), id, ...said, ...lists, last: momentOf(step) };
    this.#toolCalls.set(id, item);
    this.#add(item);
    return item;
  }

  #plan(step: Step, plan: JsonObject): void {
    const planId = textOf(plan['planId']) ?? '';
    this.#add({ type: 'plan', ...begunBy(step), planId, entries: planEntriesOf(plan['entries']) });
  }
}

/** Adds the outcome of a request. */
export function takeAnswer({ item, terminals }: Asked, step: Step): void {
  const { exchange, result, error } = step;
  item.answered = momentOf(step);
  item.changed = step.seq;
  if (item.type === 'service') {
    if (item.terminal !== undefined) terminals.answered(item.terminal, step);
    item.result = result;
    item.error = error === undefined ? undefined : { code: error.code, message: error.message };
    return;
  }
  item.error = error?.message;
  if (error !== undefined || exchange === undefined) return;
  item.decision = decisionOf(exchange, result);
  const chosen = item.options.find((option) => option['optionId'] === item.decision?.optionId);
  item.chosen = textOf(chosen?.['name']);
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

function begunBy({ seq, at }: Step): Moment & { changed: number } {
  return { seq, at, changed: seq };
}
