import type { Listener } from '../../model/observer.js';
import type { Connection } from '../../model/state/connection.js';
import type { Step } from '../../model/state/step.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { objectOf, textOf } from '../../model/json-access.js';
import { TranscriptReader } from '../../model/transcript/transcript-reader.js';
import type { TranscriptItem, TranscriptTurn } from '../../model/transcript/transcript.js';
import { toldItems, type ToldItem } from './told-items.js';

/** A request that restored a session, and what the agent replayed for it. */
export interface Restore {
  readonly type: 'restore';
  readonly method: string;
  /** The request and its answer. */
  readonly seq: number;
  readonly endSeq: number;
  /** What the agent refused it with. */
  readonly error: string | undefined;
  /** Whether a replay was asked for, and all of the history. */
  readonly replays: boolean;
  readonly isWhole: boolean;
  /** It came so late that its last message may go on with what is live: nothing stands between them. */
  readonly runsIntoTurn: boolean;
  readonly items: readonly ToldItem[];
}

/** What was said and done live. */
export interface LivePart {
  readonly type: 'live';
  readonly items: readonly ToldItem[];
}

/** A session as one conversation holds it, in the order in which it came. */
export interface SessionAccount {
  readonly id: string;
  /** Whether the session was made in it, so that nothing was said before. */
  readonly isNew: boolean;
  readonly hasGap: boolean;
  readonly parts: readonly (LivePart | Restore)[];
}

/** A request that restores a session, while it is read. */
interface OpenRestore {
  readonly seq: number;
  readonly method: string;
  readonly replays: boolean;
  readonly isWhole: boolean;
  endSeq: number;
  error: string | undefined;
}

/** Reads what happened in sessions, live and replayed. */
export class AccountReader implements Listener {
  readonly #wanted: (sessionId: string) => boolean;
  readonly #turns = new Map<string, TranscriptTurn[]>();
  readonly #restores = new Map<string, OpenRestore[]>();
  /** Frames of history. One that comes after the next prompt stands in the turn of that prompt. */
  readonly #history = new Set<number>();
  readonly #transcript = new TranscriptReader((turn) => {
    this.#take(turn);
  });
  #connection: Connection | undefined;

  /** @param wanted which sessions are to be kept */
  constructor(wanted: (sessionId: string) => boolean = () => true) {
    this.#wanted = wanted;
  }

  applied(step: Step, connection: Connection): void {
    this.#connection = connection;
    const { sessionId } = step;
    if (sessionId !== undefined && !this.#wanted(sessionId)) return;
    this.#transcript.applied(step, connection);
    if (step.isHistory && step.update !== undefined) this.#history.add(step.seq);
    if (sessionId !== undefined && (step.method === 'session/load' || step.method === 'session/resume')) {
      this.#noteRestore(sessionId, step.method, step);
    }
  }

  turnEnded(summary: TurnSummary): void {
    this.#transcript.turnEnded(summary);
  }

  finished(): void {
    this.#transcript.finished();
  }

  /** To be asked after the end. */
  get accounts(): SessionAccount[] {
    const hasGap = this.#connection?.gap !== undefined;
    const sessions = this.#connection?.sessions;
    const made = [...(sessions?.values() ?? [])].filter(({ id, origin }) => origin === 'new' && this.#wanted(id));
    const ids = new Set([...made.map(({ id }) => id), ...this.#turns.keys(), ...this.#restores.keys()]);
    return [...ids].map((id) => {
      const isNew = sessions?.get(id)?.origin === 'new';
      return { id, isNew, hasGap, parts: this.#partsOf(id) };
    });
  }

  #noteRestore(sessionId: string, method: string, { message, seq, params, exchange, error }: Step): void {
    const known = this.#restores.get(sessionId) ?? [];
    this.#restores.set(sessionId, known);
    if (message.kind === 'request') {
      const cursor = objectOf(params?.['replayFrom']);
      const isLoad = method === 'session/load';
      const isWhole = isLoad || textOf(cursor?.['type']) === 'start';
      known.push({ seq, method, replays: isLoad || cursor !== undefined, isWhole, endSeq: seq, error: undefined });
    } else if (message.kind === 'response') {
      const open = known.find((restore) => restore.seq === exchange?.seq);
      if (open === undefined) return;
      open.endSeq = seq;
      open.error = error?.message;
    }
  }

  #take(turn: TranscriptTurn): void {
    const known = this.#turns.get(turn.sessionId);
    if (known === undefined) this.#turns.set(turn.sessionId, [turn]);
    else known.push(turn);
  }

  /** The turns and replays of a session in their order. History belongs to the last request that restored it. */
  #partsOf(id: string): (LivePart | Restore)[] {
    const restores = this.#restores.get(id) ?? [];
    const histories = new Map<OpenRestore, TranscriptItem[]>(restores.map((restore) => [restore, []]));
    const late = new Set<OpenRestore>();
    const placed: { readonly seq: number; readonly part: LivePart | Restore }[] = [];
    for (const { items, summary, isHistory } of this.#turns.get(id) ?? []) {
      const live: TranscriptItem[] = [];
      for (const item of items) {
        const restore = this.#history.has(item.seq) ? restores.findLast(({ seq }) => seq <= item.seq) : undefined;
        const told = restore === undefined ? live : histories.get(restore);
        told?.push(item);
        if (restore !== undefined && !isHistory) late.add(restore);
      }
      const seq = live[0]?.seq ?? summary?.first.seq ?? 0;
      if (live.length > 0) placed.push({ seq, part: { type: 'live', items: toldItems(live) } });
    }
    for (const [restore, told] of histories) {
      const items = toldItems(told.sort((a, b) => a.seq - b.seq));
      placed.push({ seq: restore.seq, part: { type: 'restore', ...restore, runsIntoTurn: late.has(restore), items } });
    }
    return placed.sort((a, b) => a.seq - b.seq).map(({ part }) => part);
  }
}
