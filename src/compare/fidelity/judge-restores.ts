import type { JsonValue } from '../../wire/json-text.js';
import { align } from '../align.js';
import { leafChanges } from '../leaves.js';
import { textPieces, type TextPiece } from '../text-diff.js';
import type { Restore, SessionAccount } from './account-reader.js';
import { splitLike } from './split-texts.js';
import type { ToldItem } from './told-items.js';
import type { FaultKind, ToldKind } from './told-kinds.js';

/** Something in a recording or file. */
export interface Place {
  readonly conversation: string;
  readonly seq: number;
  readonly endSeq: number;
  readonly label: string;
}

/** A value that was replayed in another form than it had. Undefined: it was not replayed. */
export interface Alteration {
  readonly path: string;
  readonly live: JsonValue;
  readonly replayed: JsonValue | undefined;
  readonly pieces?: readonly TextPiece[];
}

/** A difference between what was live and what was replayed. */
export interface ReplayFault {
  readonly kind: FaultKind;
  /** Undefined where nothing was replayed. */
  readonly what: ToldKind | undefined;
  readonly live: Place | undefined;
  readonly replayed: Place | undefined;
  readonly alterations: readonly Alteration[];
}

/** A restored session: what the agent replayed, against what was live. */
export interface JudgedRestore extends Pick<Restore, 'method' | 'seq' | 'endSeq' | 'error'> {
  readonly conversation: string;
  readonly sessionId: string;
  /** Where the session was live. */
  readonly liveIn: readonly string[];
  /** Why it was not compared. */
  readonly because: 'refused' | 'no-replay-asked' | 'not-recorded-live' | undefined;
  /** How many things were live, and how many replayed. */
  readonly live: number;
  readonly replayed: number;
  /** The session was not recorded from its beginning, or with a gap: what was replayed more is no fault. */
  readonly isPartlyKnown: boolean;
  readonly faults: readonly ReplayFault[];
}

/** A conversation with the sessions in it. */
export interface NamedAccounts {
  readonly name: string;
  readonly accounts: readonly SessionAccount[];
  /** Whether its replays are to be judged; else it is only there for what was live in it. */
  readonly isJudged: boolean;
}

interface Known {
  readonly item: ToldItem;
  readonly conversation: string;
}

/** What is known of a session so far. */
interface History {
  readonly items: Known[];
  isWhole: boolean;
}

/**
 * Compares what was replayed with what had been live before.
 *
 * @param conversations in the order in which they happened
 * @param ignored kinds that are not compared
 */
export function judgeRestores(
  conversations: readonly NamedAccounts[],
  ignored: ReadonlySet<ToldKind> = new Set(),
): JudgedRestore[] {
  const histories = new Map<string, History>();
  const judged: JudgedRestore[] = [];
  for (const { name, accounts, isJudged } of conversations) {
    for (const { id, isNew, hasGap, parts } of accounts) {
      // nothing was said in a session before it was made
      const history = (isNew ? undefined : histories.get(id)) ?? { items: [], isWhole: isNew };
      histories.set(id, history);
      if (hasGap) history.isWhole = false;
      for (const part of parts) {
        const items = part.items.filter(({ kind }) => !ignored.has(kind));
        if (part.type === 'restore' && isJudged) judged.push(judge(history, { ...part, items }, { name, id }));
        // what nobody has recorded live is known from its first replay
        if (part.type === 'live' || history.items.length === 0) {
          history.items.push(...items.map((item) => ({ item, conversation: name })));
        }
      }
    }
  }
  return judged;
}

function judge(
  { items, isWhole }: History,
  restore: Restore,
  { name, id }: { readonly name: string; readonly id: string },
): JudgedRestore {
  const { method, seq, endSeq, error, replays } = restore;
  const isAsked = replays || restore.items.length > 0;
  const because =
    error !== undefined
      ? 'refused'
      : !isAsked
        ? 'no-replay-asked'
        : items.length === 0 && !isWhole
          ? 'not-recorded-live'
          : undefined;
  return {
    conversation: name,
    sessionId: id,
    method,
    seq,
    endSeq,
    error,
    liveIn: [...new Set(items.map(({ conversation }) => conversation))],
    because,
    live: items.length,
    replayed: restore.items.length,
    isPartlyKnown: !isWhole,
    faults: because === undefined ? faultsOf(items, restore, { name, isWhole }) : [],
  };
}

/** For {@link align}: a known item with the keys of its own. */
interface Half {
  readonly keys: readonly string[];
  readonly loose?: string;
  readonly item: ToldItem;
  readonly conversation: string;
}

function faultsOf(
  live: readonly Known[],
  restore: Restore,
  { name, isWhole }: { readonly name: string; readonly isWhole: boolean },
): ReplayFault[] {
  const [first] = live;
  const last = live.at(-1);
  if (restore.items.length === 0) {
    if (first === undefined || last === undefined) return [];
    const place = {
      conversation: first.conversation,
      seq: first.item.seq,
      endSeq: first.conversation === last.conversation ? last.item.endSeq : first.item.endSeq,
      label: 'the conversation',
    };
    return [{ kind: 'nothing-replayed', what: undefined, live: place, replayed: undefined, alterations: [] }];
  }
  const liveItems = live.map(({ item }) => item);
  const known = live.flatMap(({ item, conversation }) =>
    splitLike(item, restore.items).map((piece) => ({ item: piece, conversation })),
  );
  const replayed = restore.items.flatMap((item) => splitLike(item, liveItems));
  const { pairs, onlyA, onlyB } = align(
    known.map(({ item, conversation }) => half(item, conversation)),
    replayed.map((item) => half(item, name)),
  );
  // a replay from the middle on lacks what came before
  const begin = restore.isWhole ? 0 : known.findIndex(({ item }) => pairs.some(({ a }) => a.item === item));
  const before = new Set(known.slice(0, Math.max(0, begin)).map(({ item }) => item));
  const lost = onlyA.filter(({ item }) => !before.has(item)).map((gone) => fault('lost', gone, undefined));
  const added = isWhole ? onlyB.map((extra) => fault('added', undefined, extra)) : [];
  const changed = pairs.flatMap(({ a, b, moved }) => {
    const isOpen = restore.runsIntoTurn && b.item === replayed.at(-1);
    const alterations = alterationsOf(a.item, b.item).filter((each) => !(isOpen && isBegun(each)));
    return [
      ...(moved ? [fault('moved', a, b)] : []),
      ...(alterations.length > 0 ? [fault('altered', a, b, alterations)] : []),
    ];
  });
  const order = new Map<ToldItem | undefined, number>();
  for (const [i, { item }] of known.entries()) order.set(item, i);
  for (const [i, item] of replayed.entries()) order.set(item, i);
  const all = [...lost, ...changed, ...added].map(({ found, a, b }) => ({ found, at: order.get((a ?? b)?.item) ?? 0 }));
  return all.sort((one, other) => one.at - other.at).map(({ found }) => found);
}

interface Judged {
  readonly found: ReplayFault;
  readonly a: Half | undefined;
  readonly b: Half | undefined;
}

function fault(
  kind: FaultKind,
  a: Half | undefined,
  b: Half | undefined,
  alterations: readonly Alteration[] = [],
): Judged {
  const what = (a ?? b)?.item.kind;
  return { a, b, found: { kind, what, live: a && placeOf(a), replayed: b && placeOf(b), alterations } };
}

function half(item: ToldItem, conversation: string): Half {
  const { keys, loose } = item;
  return { keys, ...(loose !== undefined && { loose }), item, conversation };
}

function placeOf({ item: { seq, endSeq, label }, conversation }: Half): Place {
  return { conversation, seq, endSeq, label };
}

/** Whether a text begins as it was live, and goes on. */
function isBegun({ live, replayed }: Alteration): boolean {
  return typeof live === 'string' && typeof replayed === 'string' && replayed.startsWith(live);
}

/** What was there live and is not, or is otherwise. What was replayed more does no harm. */
function alterationsOf(live: ToldItem, replayed: ToldItem): Alteration[] {
  return leafChanges(live.facts, replayed.facts).flatMap(({ path, a, b }): Alteration[] => {
    if (a === undefined) return [];
    const isText = typeof a === 'string' && typeof b === 'string' && /\s/.test(a + b);
    return [{ path, live: a, replayed: b, ...(isText && { pieces: textPieces(a, b) }) }];
  });
}
