import { objectsOf, textOf } from '../model/json-access.js';
import type {
  MessageItem,
  PermissionItem,
  PlanItem,
  PromptItem,
  ToolCallItem,
  TranscriptItem,
} from '../model/transcript/transcript.js';
import { valueHash } from '../model/tools/value-hash.js';
import type { JsonObject, JsonValue } from '../wire/json-text.js';
import { newItem, quoted } from './items.js';
import type { Item } from './outline.js';

/** Brings a value into a form that another run has too. */
export type Stabilise = (value: JsonValue, more?: { readonly isOutput: boolean }) => JsonValue;

/** Turns what a person reads of a turn into what is compared. */
export class TurnItems {
  readonly prompts: Item[] = [];
  readonly #items: Item[] = [];
  /** Permissions are made last: one may be answered when its turn is over. */
  readonly #permissions: { readonly asked: PermissionItem; readonly call: Item | undefined }[] = [];
  readonly #turn: number | undefined;
  readonly #stable: Stabilise;

  constructor(turn: number | undefined, stable: Stabilise) {
    this.#turn = turn;
    this.#stable = stable;
  }

  add(items: readonly TranscriptItem[]): void {
    const calls = new Map<string, Item>();
    for (const item of items) {
      if (item.type !== 'tool-call') continue;
      const made = this.#toolCall(item);
      calls.set(item.id, made);
      this.#items.push(made);
    }
    for (const item of joined(items)) this.#addOther(item, calls);
  }

  #addOther(item: TranscriptItem, calls: ReadonlyMap<string, Item>): void {
    switch (item.type) {
      case 'prompt':
        this.prompts.push(this.#prompt(item));
        return;
      case 'message':
        this.#items.push(...this.#message(item));
        return;
      case 'plan':
        this.#items.push(this.#plan(item));
        return;
      case 'permission':
        this.#permissions.push({ asked: item, call: calls.get(item.toolCallId ?? '') });
        return;
      case 'tool-call':
      case 'service':
      case 'cancel':
      case 'change':
        return;
      default:
        item satisfies never;
    }
  }

  /** All but the prompts, in the order in which they began. To be called when nothing more can come. */
  take(): Item[] {
    const permissions = this.#permissions.map(({ asked, call }) => this.#permission(asked, call));
    return withoutRepeated([...this.#items, ...permissions].sort((a, b) => a.seq - b.seq));
  }

  #prompt({ seq, blocks }: PromptItem): Item {
    const stable = this.#stable(blocks);
    const label = `prompt ${quoted(textIn(objectsOf(stable)), 'without text')}`;
    return newItem({ kind: 'prompt', seq, turn: this.#turn, label, facts: { prompt: stable } });
  }

  #message({ seq, last, who, text, others }: MessageItem): Item[] {
    const name = MESSAGES[who];
    const rest = { seq, endSeq: last.seq, turn: this.#turn, loose: who };
    const items: Item[] = [];
    if (text !== '') {
      const stable = this.#stable(text);
      const label = `${name} ${quoted(textOf(stable), '')}`;
      items.push(newItem({ kind: 'text', ...rest, label, facts: { who, text: stable } }));
    }
    if (others.length === 0) return items;
    const label = `${name} with ${others.map(({ type }) => textOf(type) ?? 'something').join(', ')}`;
    return [...items, newItem({ kind: 'content', ...rest, label, facts: { who, blocks: this.#stable(others) } })];
  }

  #toolCall({ seq, last, title, kind, name, history, content, locations, rawInput, rawOutput }: ToolCallItem): Item {
    const stable = (value: JsonValue | undefined) => (value === undefined ? undefined : this.#stable(value));
    const [heading, input] = [stable(title), stable(rawInput)];
    const what = `${kind ?? ''} ${textOf(heading) ?? ''}`;
    return newItem({
      kind: 'tool-call',
      seq,
      endSeq: last.seq,
      turn: this.#turn,
      label: `tool call ${quoted(textOf(heading), 'without title')}${kind === undefined ? '' : ` (${kind})`}`,
      facts: {
        title: heading,
        kind,
        name,
        status: history.map(({ status }) => status).join(', '),
        content: stable(content),
        locations: stable(locations),
        rawInput: input,
        rawOutput: rawOutput === undefined ? undefined : this.#stable(rawOutput, { isOutput: true }),
      },
      by: [`${what} ${valueHash(input) ?? ''}`, what],
      loose: kind ?? '',
    });
  }

  #plan({ seq, planId, entries }: PlanItem): Item {
    const steps = entries.map(({ content, status }) => ({ content: this.#stable(content), status: status ?? null }));
    const label = `plan of ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
    return newItem({ kind: 'plan', seq, turn: this.#turn, label, facts: { planId, entries: steps }, loose: planId });
  }

  #permission({ seq, title, options, decision, error, answered }: PermissionItem, call: Item | undefined): Item {
    const heading = title === undefined ? undefined : textOf(this.#stable(title));
    const about = call?.label ?? quoted(heading, 'something');
    const offered = options.map(({ optionId, name, kind }) => ({
      optionId: this.#stable(optionId ?? null),
      name: this.#stable(name ?? null),
      kind: kind ?? null,
    }));
    return newItem({
      kind: 'permission',
      seq,
      endSeq: answered?.seq,
      turn: this.#turn,
      label: `permission for ${about}`,
      facts: {
        // that of its tool call is compared there
        title: call === undefined ? heading : undefined,
        options: offered,
        outcome: error !== undefined ? 'error' : (decision?.outcome ?? 'unanswered'),
        chosen: decision?.optionId === undefined ? undefined : this.#stable(decision.optionId),
      },
      free: { error: error === undefined ? undefined : this.#stable(error) },
      call: call?.seq,
    });
  }
}

const MESSAGES: Readonly<Record<MessageItem['who'], string>> = {
  user: 'message of the user',
  agent: 'message',
  thought: 'thought',
};

function textIn(blocks: readonly JsonObject[]): string | undefined {
  return blocks.map(({ text }) => textOf(text)).find((text) => text !== undefined);
}

/** What does not stand in a message does not end it: requests and changes of the session come at any time. */
function* joined(items: readonly TranscriptItem[]): Generator<TranscriptItem> {
  let open: MessageItem | undefined;
  for (const item of items) {
    if (item.type === 'service' || item.type === 'change' || item.type === 'cancel') continue;
    if (item.type !== 'message') {
      if (open !== undefined) yield open;
      open = undefined;
      yield item;
    } else if (open?.who === item.who && open.messageId === item.messageId) {
      open = {
        ...open,
        text: open.text + item.text,
        others: [...open.others, ...item.others],
        last: item.last,
      };
    } else {
      if (open !== undefined) yield open;
      open = item;
    }
  }
  if (open !== undefined) yield open;
}

/** A plan that is told again as it was says nothing new. */
function withoutRepeated(items: readonly Item[]): Item[] {
  const last = new Map<string, string | undefined>();
  return items.filter(({ kind, loose = '', keys: [exact] }) => {
    if (kind !== 'plan') return true;
    const isNew = last.get(loose) !== exact;
    last.set(loose, exact);
    return isNew;
  });
}
