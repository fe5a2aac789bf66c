import type { Connection } from '../model/state/connection.js';
import { isContent } from '../model/sessions/content-updates.js';
import { objectOf, textOf } from '../model/json-access.js';
import type { Step } from '../model/state/step.js';
import type { JsonObject, JsonValue } from '../wire/json-text.js';
import { newItem } from './items.js';
import type { Item } from './outline.js';
import type { StableValues } from './stable-values.js';

/** Kinds that tell of one thing piece by piece, and the member that names it. */
const IN_PIECES: ReadonlyMap<string, readonly [kind: string, id: string]> = new Map([
  ['terminal_update', ['terminal_update', 'terminalId']],
  ['terminal_output_chunk', ['terminal_update', 'terminalId']],
  ['compaction_update', ['compaction_update', 'compactionId']],
  ['compaction_summary_chunk', ['compaction_update', 'compactionId']],
]);

/** Members that are words for people, or say only when they were said. */
const FREE: ReadonlySet<string> = new Set(['title', 'summary', 'updatedAt']);

/** Something that is told piece by piece. */
interface Pieces {
  readonly seq: number;
  endSeq: number;
  readonly turn: number | undefined;
  readonly kind: string;
  members: Record<string, JsonValue>;
  /** What chunks brought. */
  chunks: string;
}

/** What the agent says of a session beside the turns, update by update; what it says again is left out. */
export class UpdateItems {
  readonly #values: StableValues;
  readonly #sessions = new Map<string, { items: Item[]; last: Map<string, string>; usage: Item | undefined }>();
  readonly #pieces = new Map<string, Map<string, Pieces>>();

  constructor(values: StableValues) {
    this.#values = values;
  }

  applied({ sessionId, update, updateKind, seq, turn }: Step, connection: Connection): void {
    if (sessionId === undefined || update === undefined || updateKind === undefined) return;
    // compared as messages, tool calls and plans, or as the beginning and the end of turns
    if (isContent(updateKind) || updateKind === 'state_update') return;
    const inPieces = IN_PIECES.get(updateKind);
    const id = inPieces === undefined ? undefined : textOf(update[inPieces[1]]);
    const at = { seq, turn: turn?.number };
    if (inPieces !== undefined && id !== undefined) {
      this.#takePiece(sessionId, `${inPieces[0]} ${id}`, { ...at, kind: inPieces[0], update });
      return;
    }
    const said = this.#values.of(update, connection, sessionId) as JsonObject;
    if (updateKind === 'usage_update') this.#takeUsage(sessionId, said, at);
    else this.#take(sessionId, updateItem(updateKind, said, at));
  }

  /** What was said of a session. To be called once for each, at the end. */
  take(sessionId: string, connection: Connection): Item[] {
    for (const pieces of this.#pieces.get(sessionId)?.values() ?? []) {
      const said = this.#values.of({ ...pieces.members, chunks: pieces.chunks }, connection, sessionId) as JsonObject;
      this.#take(sessionId, updateItem(pieces.kind, said, pieces));
    }
    const { items, usage } = this.#of(sessionId);
    return usage === undefined ? items : [...items, usage];
  }

  #takePiece(
    sessionId: string,
    key: string,
    { seq, turn, kind, update }: { seq: number; turn: number | undefined; kind: string; update: JsonObject },
  ): void {
    const known = this.#pieces.get(sessionId) ?? new Map<string, Pieces>();
    this.#pieces.set(sessionId, known);
    const pieces = known.get(key) ?? { seq, endSeq: seq, turn, kind, members: {}, chunks: '' };
    known.set(key, pieces);
    pieces.endSeq = seq;
    const chunk = textOf(update['data']) ?? textOf(objectOf(update['content'])?.['text']);
    if (chunk !== undefined) pieces.chunks += chunk;
    else pieces.members = { ...pieces.members, ...update };
  }

  /** The last counts; it belongs to a turn where all of them came in that one. */
  #takeUsage(sessionId: string, said: JsonObject, { seq, turn }: { seq: number; turn: number | undefined }): void {
    const own = this.#of(sessionId);
    const isOfOneTurn = own.usage === undefined || own.usage.turn === turn;
    own.usage = usageItem(said, { seq, turn: isOfOneTurn ? turn : undefined, of: 'session' });
  }

  #take(sessionId: string, item: Item): void {
    const { items, last } = this.#of(sessionId);
    const kind = item.loose ?? '';
    const [exact = ''] = item.keys;
    if (last.get(kind) === exact) return;
    last.set(kind, exact);
    items.push(item);
  }

  #of(sessionId: string): { items: Item[]; last: Map<string, string>; usage: Item | undefined } {
    const known = this.#sessions.get(sessionId) ?? { items: [], last: new Map<string, string>(), usage: undefined };
    this.#sessions.set(sessionId, known);
    return known;
  }
}

function updateItem(
  kind: string,
  said: JsonObject,
  { seq, endSeq, turn }: { seq: number; endSeq?: number; turn: number | undefined },
): Item {
  const members = Object.entries(said).filter(([name]) => name !== 'sessionUpdate');
  return newItem({
    kind: 'update',
    seq,
    endSeq,
    turn,
    label: kind,
    facts: Object.fromEntries(members.filter(([name]) => !FREE.has(name))),
    free: Object.fromEntries(members.filter(([name]) => FREE.has(name))),
    loose: kind,
  });
}

/** Which numbers are told is a fact; what they are is compared only where asked. */
export function usageItem(
  usage: JsonObject,
  { seq, turn, of }: { readonly seq: number; readonly turn: number | undefined; readonly of: 'session' | 'turn' },
): Item {
  const told = Object.entries(usage).filter(([name, value]) => name !== 'sessionUpdate' && value !== null);
  return newItem({
    kind: 'usage',
    seq,
    turn,
    label: `usage of the ${of}`,
    facts: { tells: told.map(([name]) => name).sort() },
    free: Object.fromEntries(told),
    loose: of,
  });
}
