import type { Violation } from '../../../src/check/engine/violation.js';
import { Observer, type ObservedEntry } from '../../../src/model/observer.js';
import type { TurnSummary } from '../../../src/model/state/turn.js';
import type { Conversation } from '../../../src/screen/frame/conversation.js';
import { openTurnOf } from '../../../src/report/finding-lines.js';
import { Marks } from '../../../src/screen/violations/marks.js';
import { begunAt } from '../../../src/model/turns/turn-beginning.js';
import { fakeConversation } from './fake-conversation.js';
import { stateAfter, tell, type Observed } from '../conversations/observing.js';

/** A conversation that is known whole, of entries that may grow; `reads` counts what is read of it. */
export function observedConversation(
  entries: readonly Observed[],
  violations: readonly Violation[] = [],
  isLive = false,
): Conversation & { readonly reads: { entries: number } } {
  const marks = new Marks();
  for (const { seq, severity } of violations) marks.add(seq, severity);
  const reads = { entries: 0 };
  const conversation = fakeConversation(
    { marks, violations, ...turnsOf(entries, isLive) },
    {
      entry: (seq) => {
        const entry = entries[seq];
        if (entry === undefined) return undefined;
        if (entry.type === 'event') return { ...entry, seq };
        const { sender, bytes = new Uint8Array(), terminated, atNs } = entry;
        const times = { firstNs: atNs, lastNs: atNs };
        return {
          type: 'frame',
          seq,
          stream: sender,
          terminated,
          ...times,
          sizeBytes: bytes.length,
          head: bytes,
          envelope: undefined,
        };
      },
      atNs: (seq) => entries[seq]?.atNs,
      stateAt: (seq) => stateAfter(entries.slice(0, seq + 1)),
      *observed(from, to) {
        for (let seq = from; seq <= Math.min(to, entries.length - 1); seq += 1) {
          const entry = entries[seq];
          reads.entries += 1;
          if (entry !== undefined) yield observedEntry(entry, seq);
        }
      },
    },
  );
  Object.defineProperty(conversation, 'entries', { get: () => entries.length });
  return Object.assign(conversation, {
    reads,
    item: {
      ...conversation.item,
      durationNs: entries.at(-1)?.atNs ?? 0,
      state: isLive ? ('live' as const) : ('ended' as const),
    },
  });
}

function observedEntry(entry: Observed, seq: number): ObservedEntry {
  if (entry.type === 'event') return { type: 'event', event: { ...entry, seq } };
  return { type: 'frame', frame: { ...entry, seq, sizeBytes: entry.bytes?.length ?? 0 } };
}

function turnsOf(entries: readonly Observed[], isLive: boolean) {
  const turns: TurnSummary[] = [];
  const observer = new Observer([{ turnEnded: (turn) => void turns.push(turn) }]);
  tell(observer, entries);
  const openTurns = [...observer.connection.sessions.values()].flatMap(({ id, open }) =>
    open.map((turn) => openTurnOf(id, turn)),
  );
  if (!isLive) observer.end();
  turns.sort((a, b) => begunAt(a) - begunAt(b));
  return { turns, openTurns: isLive ? openTurns : [] };
}
