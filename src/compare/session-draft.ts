import type { TranscriptTurn } from '../model/transcript/transcript.js';
import type { TurnSummary } from '../model/state/turn.js';
import type { JsonObject } from '../wire/json-text.js';
import { newItem } from './items.js';
import { objectOf } from '../model/json-access.js';
import type { Item, SessionOutline, TurnOutline } from './outline.js';
import { TurnItems, type Stabilise } from './turn-items.js';
import { usageItem } from './update-items.js';

/** What answered the prompt of a turn, as far as the turn does not tell. */
export interface PromptAnswer {
  readonly result: JsonObject | undefined;
  /** Of an error. */
  readonly message: string | undefined;
}

/** A turn that is being put together. */
interface TurnDraft {
  readonly number: number | undefined;
  readonly told: TurnItems;
  /** Requests and notifications. */
  readonly items: Item[];
  seq: number;
  endSeq: number;
  summary: TurnSummary | undefined;
  answer: PromptAnswer | undefined;
}

/** Members of a prompt's answer that are compared elsewhere. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['stopReason', 'usage', 'messageId', 'userMessageId']);

/** A session whose outline is being made. */
export class SessionDraft {
  readonly id: string;
  seq = Infinity;
  readonly #stable: Stabilise;
  readonly #items: Item[] = [];
  readonly #turns = new Map<number | 'history' | 'outside', TurnDraft>();
  #endSeq = 0;

  constructor(id: string, stable: Stabilise) {
    this.id = id;
    this.#stable = stable;
  }

  /** It was spoken of, from one frame to another. */
  note(seq: number, endSeq: number): void {
    this.seq = Math.min(this.seq, seq);
    this.#endSeq = Math.max(this.#endSeq, endSeq);
  }

  add(item: Item, turn: number | undefined): void {
    this.note(item.seq, item.endSeq);
    if (turn === undefined) this.#items.push(item);
    else this.#draftOf(turn).items.push(item);
  }

  takeTurn({ number, isHistory, items, summary }: TranscriptTurn, answer: PromptAnswer | undefined): void {
    const draft = this.#draftOf(number ?? (isHistory ? 'history' : 'outside'));
    draft.told.add(items);
    draft.summary = summary;
    draft.answer = answer;
    const [first, last] = [summary?.first.seq ?? items[0]?.seq, summary?.end.seq ?? items.at(-1)?.seq];
    draft.seq = Math.min(draft.seq, first ?? Infinity, items[0]?.seq ?? Infinity);
    draft.endSeq = Math.max(draft.endSeq, last ?? 0);
  }

  /** To be called once, when nothing more can come. @param updates what the agent said of the session */
  finish(number: number, updates: readonly Item[]): SessionOutline {
    const turns = [...this.#turns].flatMap(([key, draft]) => (typeof key === 'number' ? [this.#turn(draft)] : []));
    const part = (key: 'history' | 'outside') => {
      const draft = this.#turns.get(key);
      const outline = draft && this.#turn(draft);
      return outline === undefined || outline.items.length + outline.prompts.length === 0 ? undefined : outline;
    };
    const outside = part('outside');
    return {
      number,
      id: this.id,
      seq: this.seq,
      endSeq: this.#endSeq,
      items: [...withPrompts(this.#items, turns, outside?.prompts ?? []), ...updates].sort((a, b) => a.seq - b.seq),
      history: part('history'),
      turns: turns.sort((a, b) => (a.number ?? 0) - (b.number ?? 0)),
      // what was asked without a turn is an exchange
      outside: outside && { ...outside, prompts: [] },
    };
  }

  #draftOf(key: number | 'history' | 'outside'): TurnDraft {
    const known = this.#turns.get(key);
    if (known !== undefined) return known;
    const number = typeof key === 'number' ? key : undefined;
    const told = new TurnItems(number, this.#stable);
    const draft = { number, told, items: [], seq: Infinity, endSeq: 0, summary: undefined, answer: undefined };
    this.#turns.set(key, draft);
    return draft;
  }

  #turn({ number, told, items, seq, endSeq, summary, answer }: TurnDraft): TurnOutline {
    const all = [...told.take(), ...items].sort((a, b) => a.seq - b.seq);
    const usage = objectOf(answer?.result?.['usage']);
    if (usage !== undefined && summary !== undefined)
      all.push(usageItem(usage, { seq: summary.end.seq, turn: number, of: 'turn' }));
    const asked = summary?.asked ?? summary?.first;
    return {
      number,
      seq: Math.min(seq, all[0]?.seq ?? Infinity),
      endSeq: Math.max(endSeq, all.at(-1)?.endSeq ?? 0),
      prompts: told.prompts,
      end: summary && this.#end(summary, answer),
      items: all,
      agentMs: summary && asked && Math.max(0, summary.end.at - asked.at - summary.clientMs),
      firstOutputMs: summary?.firstOutput && asked && summary.firstOutput.at - asked.at,
    };
  }

  #end({ how, stopReason, errorCode, end, number }: TurnSummary, answer: PromptAnswer | undefined): Item {
    const rest = Object.entries(answer?.result ?? {}).filter(([name]) => !TOLD_ELSEWHERE.has(name));
    const facts = {
      ...(this.#stable(Object.fromEntries(rest)) as JsonObject),
      ...(how === 'stop' ? { stopReason: stopReason ?? 'none' } : {}),
      ...(how === 'error' ? { error: errorCode ?? 'without code' } : {}),
      ...(how === 'unanswered' ? { unanswered: true } : {}),
    };
    const label =
      how === 'stop' ? (stopReason ?? 'no stop reason') : how === 'error' ? `error ${errorCode ?? ''}` : 'no end';
    const message = answer?.message === undefined ? undefined : this.#stable(answer.message);
    const free = { message };
    return newItem({ kind: 'stop-reason', seq: end.seq, turn: number, label, facts, free });
  }
}

/** v2: that a prompt was taken belongs to the turn that works on it; one that was refused makes no turn. */
function withPrompts(items: readonly Item[], turns: readonly TurnOutline[], refused: readonly Item[]): Item[] {
  const numbers = new Map(turns.flatMap(({ number, prompts }) => prompts.map(({ seq }) => [seq, number] as const)));
  const asked = new Map(refused.map((prompt) => [prompt.seq, prompt]));
  return items.map((item) => {
    const prompt = asked.get(item.seq);
    if (prompt !== undefined) return { ...item, facts: { ...item.facts, ...prompt.facts } };
    return { ...item, turn: numbers.get(item.seq) ?? item.turn };
  });
}
