import { textOf } from '../../model/json-access.js';
import { isFinal } from '../../model/tools/tool-calls.js';
import { valueHash } from '../../model/tools/value-hash.js';
import type {
  MessageItem,
  PlanItem,
  PromptItem,
  ToolCallItem,
  TranscriptItem,
} from '../../model/transcript/transcript.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json-text.js';
import type { Alignable } from '../align.js';
import { quoted } from '../items.js';
import type { ToldKind } from './told-kinds.js';

/** So many characters tell one text from another that was altered or cut. */
const BEGIN = 40;

/** One thing of a conversation, live or replayed, in the form in which the two are compared. */
export interface ToldItem extends Alignable {
  readonly kind: ToldKind;
  readonly seq: number;
  readonly endSeq: number;
  /** For people. */
  readonly label: string;
  readonly facts: JsonObject;
}

/**
 * What a person reads of some part of a conversation, without what no history has: permissions, files, settings, and
 * where a text was cut into chunks.
 */
export function toldItems(items: readonly TranscriptItem[]): ToldItem[] {
  const isPrompted = items.some(({ type }) => type === 'prompt');
  const told: ToldItem[] = [];
  for (const item of joined(items)) {
    // the echo of a prompt
    if (item.type === 'message' && item.who === 'user' && isPrompted) continue;
    const made = toldItem(item);
    if (made !== undefined) told.push(made);
  }
  return lastPlans(told);
}

function toldItem(item: Told): ToldItem | undefined {
  switch (item.type) {
    case 'prompt':
      return promptItem(item);
    case 'message':
      return messageItem(item);
    case 'tool-call':
      return callItem(item);
    case 'plan':
      return planItem(item);
    default:
      return item satisfies never;
  }
}

function promptItem({ seq, blocks }: PromptItem): ToldItem | undefined {
  const texts = blocks.flatMap(({ type, text }) => (type === 'text' ? (textOf(text) ?? []) : []));
  const others = blocks.filter(({ type }) => type !== 'text');
  return saidItem('prompt', { seq, endSeq: seq, text: texts.join(''), others });
}

function messageItem({ seq, last, who, text, others }: MessageItem): ToldItem | undefined {
  const kind = ({ user: 'prompt', agent: 'message', thought: 'thought' } as const)[who];
  return saidItem(kind, { seq, endSeq: last.seq, text, others });
}

/** A prompt, message or thought; undefined if it says nothing. */
export function saidItem(
  kind: ToldKind,
  said: {
    readonly seq: number;
    readonly endSeq: number;
    readonly text: string;
    readonly others: readonly JsonObject[];
  },
): ToldItem | undefined {
  const { seq, endSeq } = said;
  // agents keep texts without the white space around them
  const text = said.text.trim();
  const others = said.others.map((block) => withoutMeta(block));
  if (text === '' && others.length === 0) return undefined;
  const facts = { ...(text !== '' && { text }), ...(others.length > 0 && { others }) };
  const begin = text === '' ? valueHash(others) : text.slice(0, BEGIN);
  const keys = [`${kind} ${valueHash(facts) ?? ''}`, `${kind} text ${valueHash(text) ?? ''}`, `${kind} ${begin ?? ''}`];
  return { kind, seq, endSeq, label: `${kind} ${quoted(text, 'without text')}`, facts, keys, loose: kind };
}

function callItem({
  seq,
  last,
  id,
  title,
  kind,
  name,
  status,
  content,
  locations,
  rawInput,
  rawOutput,
}: ToolCallItem): ToldItem {
  const given: Readonly<Record<string, JsonValue | undefined>> = {
    title,
    kind,
    name,
    // a call that was never finished ends in the history as the agent likes
    status: isFinal(status) ? status : undefined,
    content: content.length === 0 ? undefined : content,
    locations: locations.length === 0 ? undefined : locations,
    rawInput: isEmpty(rawInput) ? undefined : rawInput,
    rawOutput,
  };
  const facts = withoutMeta(
    Object.fromEntries(Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
  );
  return {
    kind: 'tool-call',
    seq,
    endSeq: last.seq,
    label: `tool call ${quoted(title, id)}${kind === undefined ? '' : ` (${kind})`}`,
    facts,
    keys: [`call ${id}`, `call ${title ?? ''} ${valueHash(rawInput) ?? ''}`, `call ${title ?? ''}`],
    loose: 'tool-call',
  };
}

function planItem({ seq, planId, entries }: PlanItem): ToldItem {
  const facts = { entries: entries.map(({ content, status }) => ({ content, status: status ?? null })) };
  const label = `plan of ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  const exact = `plan ${planId} ${valueHash(facts) ?? ''}`;
  return {
    kind: 'plan',
    seq,
    endSeq: seq,
    label,
    facts,
    keys: [exact, `plan ${planId}`, `plan ${planId}`],
    loose: 'plan',
  };
}

function isEmpty(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function withoutMeta<Value extends JsonValue>(value: Value): Value {
  if (Array.isArray(value)) return value.map((element: JsonValue) => withoutMeta(element)) as unknown as Value;
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== '_meta');
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutMeta(inner)])) as Value;
}

type Told = PromptItem | MessageItem | ToolCallItem | PlanItem;

/** What belongs to a history, its messages joined: live ones come in pieces, replayed ones often whole. */
function* joined(items: readonly TranscriptItem[]): Generator<Told> {
  let open: MessageItem | undefined;
  for (const item of items) {
    if (item.type === 'message') {
      if (open !== undefined && isSame(open, item)) {
        open = { ...open, text: open.text + item.text, others: [...open.others, ...item.others], last: item.last };
        continue;
      }
      if (open !== undefined) yield open;
      open = item;
    } else if (item.type === 'prompt' || item.type === 'tool-call' || item.type === 'plan') {
      if (open !== undefined) yield open;
      open = undefined;
      yield item;
    }
  }
  if (open !== undefined) yield open;
}

function isSame(open: MessageItem, next: MessageItem): boolean {
  const [one, other] = [open.messageId, next.messageId];
  return open.who === next.who && (one === undefined || other === undefined || one === other);
}

/** Of each plan only what it came to. */
function lastPlans(told: readonly ToldItem[]): ToldItem[] {
  const last = new Map(told.flatMap((item) => (item.kind === 'plan' ? [[item.keys[1], item] as const] : [])));
  return told.filter((item) => item.kind !== 'plan' || last.get(item.keys[1]) === item);
}
