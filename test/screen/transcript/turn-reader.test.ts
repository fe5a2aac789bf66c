import { describe, expect, test } from 'vitest';
import type { TranscriptTurn } from '../../../src/model/transcript/transcript.js';
import { TurnReader, type TurnSpan } from '../../../src/screen/transcript/turn-reader.js';
import { turnSpans } from '../../../src/screen/transcript/turn-spans.js';
import { hasCorpus } from '../../support/fixtures/corpus.js';
import { turnOf } from '../../support/screen/long-conversation.js';
import { observedConversation } from '../../support/screen/observed-conversation.js';
import type { Observed } from '../../support/conversations/observing.js';
import { conversations } from '../../support/checking/planting.js';
import { fc } from '../../support/values/property.js';
import { CONVERSATION } from '../../support/report/sample-transcript.js';
import { skipLoudly } from '../../support/processes/skip.js';
import { traffic } from '../../support/conversations/traffic.js';
import { gist, opened, turnsIn } from '../../support/report/transcript-gists.js';

const ALL = Number.MAX_SAFE_INTEGER;

/** Everything of a turn that is read of it. */
function told(turn: TranscriptTurn | undefined): string {
  if (turn === undefined) return 'nothing';
  return JSON.stringify(turn, (_, value: unknown) => (value instanceof Map ? [...value] : value));
}

function spansOf(entries: readonly Observed[]): TurnSpan[] {
  return turnSpans(observedConversation(entries).findings);
}

function scratch(entries: readonly Observed[], span: TurnSpan, seq: number): string {
  const reader = new TurnReader(observedConversation(entries), span);
  reader.read(seq, ALL);
  return told(reader.turn);
}

/** At each of these frames, one after the other, a reader tells what one tells that begins anew. */
function expectSame(entries: readonly Observed[], span: TurnSpan, seqs: readonly number[]): void {
  const reader = new TurnReader(observedConversation(entries), span);
  for (const seq of seqs) {
    reader.read(seq, ALL);
    expect(told(reader.turn), `at ${seq}`).toBe(scratch(entries, span, seq));
  }
}

describe('a turn at any frame', () => {
  test('is the same whether it was read on, read again, or read from scratch', () => {
    fc.assert(
      fc.property(traffic(60), fc.array(fc.nat(70), { minLength: 1, maxLength: 6 }), (entries, seqs) => {
        for (const span of spansOf(entries)) expectSame(entries, span, seqs);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 60) },
    );
  });

  test('is the same in however small pieces it is read', () => {
    const [span] = spansOf(CONVERSATION);
    if (span === undefined) throw new Error('there is a turn');
    const reader = new TurnReader(observedConversation(CONVERSATION), span);
    let pieces = 0;
    while (!reader.read(ALL, 3)) pieces += 1;
    expect(pieces).toBe(4);
    expect(told(reader.turn)).toBe(scratch(CONVERSATION, span, ALL));
  });
});

test('a message grows, a call runs, a permission waits', () => {
  const [span] = spansOf(CONVERSATION);
  if (span === undefined) throw new Error('there is a turn');
  const reader = new TurnReader(observedConversation(CONVERSATION), span);
  const at = (seq: number) => {
    reader.read(seq, ALL);
    return reader.turn === undefined ? 'nothing' : gist([reader.turn])[0];
  };
  expect(at(3)).toBe('nothing');
  expect(at(5)).toBe('s turn 1 | prompt Change it.\n  Now. | thought Let me ');
  expect(at(6)).toMatch(/thought Let me see\.$/);
  expect(at(9)).toMatch(/call Edit a\.go pending \[1\] \| asks t unanswered$/);
  expect(at(13)).toMatch(/call Edit a\.go pending>completed \[1\] \| asks t Allow/);
  expect(at(17)).toMatch(/^s turn 1 \(stop cancelled\)/);
  expect(at(5)).toMatch(/thought Let me $/);
});

test('only its own frames are read, and going on reads only what is new', () => {
  const entries = [...opened(1, 's'), ...[1, 2, 3].flatMap((n) => turnOf('s', n))];
  const conversation = observedConversation(entries);
  const [, span] = turnSpans(conversation.findings);
  if (span === undefined) throw new Error('there is a second turn');
  const reader = new TurnReader(conversation, span);
  reader.read(ALL, ALL);
  expect(conversation.reads.entries).toBe((span.to ?? 0) - span.from + 1);
  conversation.reads.entries = 0;
  reader.read(span.from + 10, ALL);
  expect(conversation.reads.entries).toBe(11);
  reader.read(span.from + 12, ALL);
  expect(conversation.reads.entries).toBe(13);
});

test('a turn goes on from the one before it, as if it had been looked up', () => {
  fc.assert(
    fc.property(traffic(60), (entries) => {
      const conversation = observedConversation(entries);
      const looked: number[] = [];
      const stateAt = (seq: number) => {
        looked.push(seq);
        return conversation.stateAt(seq);
      };
      const counted = { stateAt, observed: (from: number, to: number) => conversation.observed(from, to) };
      let before: TurnReader | undefined;
      for (const span of turnSpans(conversation.findings)) {
        const reader = new TurnReader(counted, span, before);
        reader.read(ALL, ALL);
        expect(told(reader.turn)).toBe(scratch(entries, span, ALL));
        before = reader;
      }
      // turns that overlap begin before the one before them is read
      const spans = turnSpans(conversation.findings);
      const overlaps = spans.some(({ from }, i) => i > 0 && from <= (spans[i - 1]?.to ?? Infinity));
      if (!overlaps) expect(looked.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 60) },
  );
});

skipLoudly(!hasCorpus, 'turns of recorded conversations, read by themselves', 'the corpus is not here');
describe.skipIf(!hasCorpus)('of a recorded conversation', () => {
  test('each turn reads like in the whole', () => {
    let count = 0;
    for (const { entries, name } of conversations()) {
      const whole = new Map(turnsIn(entries).map((turn) => [`${turn.sessionId} ${turn.number ?? ''}`, told(turn)]));
      for (const span of spansOf(entries)) {
        count += 1;
        expect(scratch(entries, span, ALL), `${name} turn ${span.number}`).toBe(
          whole.get(`${span.sessionId} ${span.number}`),
        );
      }
    }
    expect(count).toBeGreaterThan(50);
  });
});
