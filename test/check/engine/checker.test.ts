import { describe, expect, it } from 'vitest';
import { RULES } from '../../../src/check/rules/index.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import { utf8, wireBytes } from '../../support/values/bytes.js';
import { hasCorpus } from '../../support/fixtures/corpus.js';
import { interleaved } from '../../support/conversations/interleaving.js';
import { violationsIn } from '../../support/checking/checking.js';
import { shown, type Observed } from '../../support/conversations/observing.js';
import { conversations, type Conversation } from '../../support/checking/planting.js';
import { fc } from '../../support/values/property.js';
import { observedExamples } from '../../support/checking/rule-examples.js';
import { traffic, withFaults } from '../../support/conversations/traffic.js';
import { INHERITED } from '../../support/values/traffic-words.js';

/** Whether a violation names only entries that there are, and nothing of ours. */
function isSound({ seq, evidence, message, sessionId, rule }: Violation, entries: readonly Observed[]): boolean {
  const places = [seq, ...evidence];
  return (
    places.every((place) => entries[place] !== undefined) &&
    !evidence.includes(seq) &&
    new Set(evidence).size === evidence.length &&
    !/\bundefined\b|\[object|\bNaN\b|\bfunction |native code|\{[a-z]+\}/i.test(
      message.replaceAll(/"(?:[^"\\]|\\.)*"?/g, ''),
    ) &&
    (sessionId === undefined || typeof sessionId === 'string') &&
    RULES.some(({ id }) => id === rule)
  );
}

function expectSound(entries: readonly Observed[]): void {
  const unsound = violationsIn(entries).filter((one) => !isSound(one, entries));
  expect(unsound, unsound.length > 0 ? shown(entries) : '').toEqual([]);
}

describe('the checker', () => {
  it('never throws, and names only entries that there are, whatever is said', () => {
    fc.assert(
      fc.property(traffic(80), (entries) => {
        expectSound(entries);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 500) },
    );
  });

  it('never throws where anything is wrong in the example of any rule', () => {
    const all = observedExamples();
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }), (which, faults) => {
        expectSound(withFaults(all[which % all.length] ?? [], faults));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 1_000) },
    );
  });

  it.skipIf(!hasCorpus)('never throws where anything is wrong in a recorded conversation', () => {
    const all = conversations().filter(({ entries }) => entries.length < 400);
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 20 }),
        (which, faults) => {
          expectSound(withFaults(all[which % all.length]?.entries ?? [], faults));
        },
      ),
      { numRuns: Number(process.env['RUNS'] ?? 200) },
    );
  });

  it('never throws whatever bytes come', () => {
    const piece = fc.record({ sender: fc.constantFrom('client' as const, 'agent' as const), bytes: wireBytes() });
    const json = fc.record({
      sender: fc.constantFrom('client' as const, 'agent' as const),
      bytes: fc.json({ maxDepth: 4 }).map(utf8),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, json), { maxLength: 20 }), fc.nat(), (pieces, last) => {
        expectSound(
          pieces.map((one, i) => ({ type: 'frame', ...one, terminated: (i + last) % 7 > 0, atNs: undefined })),
        );
      }),
      { numRuns: Number(process.env['RUNS'] ?? 500) },
    );
  });

  it('takes names that objects inherit for names like any other, wherever they stand', () => {
    const seen = new Set<string>();
    for (const entries of observedExamples()) {
      for (const [seq, entry] of entries.entries()) {
        const text = shown([entry]);
        if (seen.has(text)) continue;
        seen.add(text);
        for (const named of renamings(entry)) expectSound(entries.with(seq, named));
      }
    }
  });

  it.skipIf(!hasCorpus)('judges a session the same, whatever others do meanwhile', () => {
    const pairs = pairsOf(conversations());
    expect(pairs.length).toBeGreaterThan(50);
    for (const [first, second] of pairs) {
      for (const delayMs of [0, 150]) {
        const entries = interleaved(first, second, delayMs);
        const together = violationsIn(entries.map(({ entry }) => entry)).map((one) => {
          const { from, place } = entries[one.seq] ?? {};
          return `${from?.name ?? ''} ${place ?? ''} ${one.fault} ${one.rule}`;
        });
        const alone = [first, second].flatMap(({ entries: own, name }) =>
          violationsIn(own.filter(({ type }) => type === 'frame')).map(
            ({ seq, fault, rule }) => `${name} ${seq} ${fault} ${rule}`,
          ),
        );
        expect(together.filter((one) => !alone.includes(one))).toEqual([]);
        // what is told once for a connection, and of its one handshake
        const lost = alone.filter((one) => !together.includes(one) && !/ (init|extension)\/[\w-]+$/.test(one));
        expect(lost).toEqual([]);
      }
    }
  });

  it('finds the same each time', () => {
    fc.assert(
      fc.property(traffic(80), (entries) => {
        expect(violationsIn(entries)).toEqual(violationsIn(entries));
      }),
      { numRuns: 100 },
    );
  });
});

/** Conversations whose handshake is the same, so that they could be had over one connection. */
function pairsOf(all: readonly Conversation[]): [Conversation, Conversation][] {
  const alike = new Map<string, Conversation[]>();
  for (const conversation of all) {
    const [greeting, ...more] = conversation.askedFor('initialize');
    const { entries } = conversation;
    if (greeting?.response === undefined || more.length > 0 || entries.length > 300 || entries[0] !== greeting.request)
      continue;
    const hello = JSON.stringify([greeting.request.json?.['params'], greeting.response.json?.['result']]);
    alike.set(hello, [...(alike.get(hello) ?? []), conversation]);
  }
  return [...alike.values()].flatMap((group) =>
    group.flatMap((one, i): [Conversation, Conversation][] => {
      const next = group[(i + 1) % group.length];
      return next === undefined || next === one ? [] : [[one, next]];
    }),
  );
}

/** An object that is no text whatever one does with it, and claims to be many other things. */
const HOSTILE = '{"toString":1,"valueOf":1,"constructor":null,"length":-1,"__proto__":null}';

/** A frame with one of its texts or numbers replaced, for each that it has: by a name, or by an object. */
function renamings(entry: Observed | undefined): Observed[] {
  if (entry?.type !== 'frame' || entry.bytes === undefined) return [];
  const text = new TextDecoder().decode(entry.bytes);
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|(?<=[:[,])-?\d+(?=[,\]}])/g)].flatMap(({ 0: found, index }, i) => {
    const name = INHERITED[(text.length + i) % INHERITED.length] ?? '';
    const having = (other: string) => utf8(`${text.slice(0, index)}${other}${text.slice(index + found.length)}`);
    const isKey = text[index + found.length] === ':';
    return [`"${name}"`, ...(isKey ? [] : [HOSTILE])].map((other) => ({ ...entry, bytes: having(other) }));
  });
}
