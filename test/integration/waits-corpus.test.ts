import { describe, expect, test } from 'vitest';
import { Observer } from '../../src/model/observer.js';
import type { OpenSpan } from '../../src/model/state/span.js';
import type { Wait } from '../../src/model/state/wait.js';
import { waitsOf } from '../../src/model/waits/open-waits.js';
import { canBeStuck } from '../../src/model/waits/patience.js';
import { isJsonObject } from '../../src/wire/json-text.js';
import { conversations, type Conversation, type SaidLine } from '../support/checking/planting.js';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'waits', 'there is no corpus beside the repository; TURNTABLE_CORPUS can name it');

/** Those that hold broken frames on purpose: answers there have no ids, or other ones. */
const BROKEN = '12-errors';

describe.runIf(hasCorpus)('real conversations, cut at every frame', () => {
  const all = hasCorpus ? conversations() : [];
  const named = all.map((conversation) => [conversation.name, conversation] as const);

  test.each(named.filter(([name]) => !name.includes(BROKEN)))(
    '%s: what is owed has no answer yet',
    (_, conversation) => {
      const oracle = new Oracle();
      walk(conversation, (spans, line, seq) => {
        if (line !== undefined) oracle.take(line, seq);
        expect(owedIn(spans), `after frame ${seq}`).toEqual(oracle.owed());
      });
    },
  );

  test.each(named)('%s: what is owed ends with a frame of the side that owed it, once', (_, conversation) => {
    let before: readonly OpenSpan[] = [];
    const ended = new Set<string>();
    walk(conversation, (spans, line, seq) => {
      const ids = new Set(spans.map(({ id }) => id));
      for (const { id, owes, kind } of before) {
        if (ids.has(id)) continue;
        ended.add(id);
        // the answer to a permission may say that its call will not run
        if (kind !== 'tool-call') expect(line?.sender, `${id} at frame ${seq}`).toBe(owes);
      }
      expect([...ids].filter((id) => ended.has(id))).toEqual([]);
      before = spans;
    });
  });

  test.each(named)('%s: at its recorded pace nothing that goes on was said to be stuck', (_, conversation) => {
    const { entries } = conversation;
    const stuck = new Map<string, number>();
    walkWaits(conversation, (waits, _line, seq) => {
      const open = new Map(waits.map((wait) => [wait.cause.id, wait]));
      for (const [id, lastSeq] of stuck) expect(open.get(id)?.last.seq, `${id} after frame ${seq}`).toBe(lastSeq);
      const next = entries[seq + 1];
      if (next?.type !== 'frame') return;
      for (const wait of waits) {
        const silentMs = next.atNs / 1e6 - wait.last.at;
        if (canBeStuck(wait) && silentMs >= wait.patienceMs) stuck.set(wait.cause.id, wait.last.seq);
      }
    });
  });

  test.each(named)('%s: whatever stops at a frame is told in good time', (_, conversation) => {
    const { entries } = conversation;
    let longestMs = 0;
    walkWaits(conversation, (waits, _line, seq) => {
      const [before, here] = [entries[seq - 1]?.atNs ?? 0, entries[seq]?.atNs ?? 0];
      longestMs = Math.max(longestMs, (here - before) / 1e6);
      for (const wait of waits) expect(wait.patienceMs).toBeLessThanOrEqual(Math.max(120_000, 3 * longestMs));
    });
  });

  test.each(named)('%s: who holds it up is part of what is open', (_, conversation) => {
    walkWaits(conversation, (waits) => {
      const spans = waits.flatMap(({ chain }) => chain);
      expect(new Set(spans.map(({ id }) => id)).size).toBe(spans.length);
      for (const { chain, cause } of waits) {
        expect(chain).toContain(cause);
        // innermost first: nothing contains what stands before it
        for (const [i, { id }] of chain.entries())
          expect(chain.slice(i).some(({ parent }) => parent === id)).toBe(false);
      }
    });
  });
});

/** Tells of the open spans after each entry. */
function walk(
  conversation: Conversation,
  told: (spans: readonly OpenSpan[], line: SaidLine | undefined, seq: number) => void,
): void {
  walkWaits(conversation, (waits, line, seq) => {
    told(
      waits.flatMap(({ chain }) => chain),
      line,
      seq,
    );
  });
}

function walkWaits(
  { entries }: Conversation,
  told: (waits: readonly Wait[], line: SaidLine | undefined, seq: number) => void,
): void {
  const observer = new Observer([]);
  for (const [seq, entry] of entries.entries()) {
    if (entry.type === 'frame') observer.frame({ ...entry, seq, sizeBytes: entry.bytes.length });
    else observer.event({ ...entry, seq });
    told(waitsOf(observer.connection), entry.type === 'frame' ? entry : undefined, seq);
  }
}

/** The requests among open spans: who owes the answer, of which frame, to which method. */
function owedIn(spans: readonly OpenSpan[]): string[] {
  return spans
    .flatMap(({ owes, start, request }) => (request === undefined ? [] : [`${owes} ${start.seq} ${request.method}`]))
    .sort();
}

/** Pairs requests and responses by nothing but sender and id. */
class Oracle {
  readonly #pending = new Map<string, string>();

  take({ sender, json }: SaidLine, seq: number): void {
    if (!isJsonObject(json)) return;
    const other = sender === 'client' ? 'agent' : 'client';
    const id = JSON.stringify(json['id'] ?? null);
    if (typeof json['method'] === 'string' && json['id'] !== undefined) {
      this.#pending.set(`${sender} ${id}`, `${other} ${seq} ${json['method']}`);
    } else if (json['method'] === undefined) this.#pending.delete(`${other} ${id}`);
  }

  owed(): string[] {
    return [...this.#pending.values()].sort();
  }
}
