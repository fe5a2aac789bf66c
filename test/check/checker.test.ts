import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Checker, type CheckerOptions } from '../../src/check/checker.js';
import { RULES } from '../../src/check/rules/index.js';
import type { Violation } from '../../src/check/violation.js';
import { utf8, wireBytes } from '../support/bytes.js';
import { readFixture } from '../../src/fixture/read-fixture.js';
import { shown, tell, type Observed } from '../support/observing.js';
import { conversations } from '../support/planting.js';
import { fc } from '../support/property.js';
import { EXAMPLES, PROTOCOL, ruleExamples } from '../support/rule-examples.js';
import { INHERITED, traffic, withFault } from '../support/traffic.js';

function violationsIn(entries: readonly Observed[], options: Partial<CheckerOptions> = {}): Violation[] {
  const found: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: (one) => found.push(one), ...options });
  tell(checker, entries);
  checker.end();
  return found;
}

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

/** The examples of all rules, as they are told. */
function examples(): Observed[][] {
  return ruleExamples().map(({ name, path }) => {
    const read = readFixture(`${name}.acp`, readFileSync(path), (included) => readFileSync(join(EXAMPLES, included)));
    return read.items.flatMap((item): Observed[] => {
      if (item.type === 'event') return [item];
      if (item.type !== 'frame' || item.stream === 'stderr') return [];
      const { stream: sender, bytes, terminated, atNs } = item;
      return [{ type: 'frame', sender, bytes, terminated, atNs }];
    });
  });
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
    const all = examples();
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }), (which, faults) => {
        expectSound(withFaults(all[which % all.length] ?? [], faults));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 1_000) },
    );
  });

  it('never throws where anything is wrong in a recorded conversation', () => {
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

  it.each(INHERITED)('takes %s for a name like any other, wherever it stands', (name) => {
    for (const entries of examples()) {
      for (let seq = 0; seq < entries.length; seq += 1) {
        for (const named of renamings(entries[seq], name)) expectSound(entries.with(seq, named));
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

/** Each fault is the place of a frame and the seed of what is wrong there. */
function withFaults(entries: readonly Observed[], faults: readonly (readonly [number, number])[]): Observed[] {
  const faulty = [...entries];
  for (const [place, seed] of faults) {
    const i = place % Math.max(1, faulty.length);
    const entry = faulty[i];
    if (entry !== undefined) faulty.splice(i, 1, ...withFault(entry, seed));
  }
  return faulty;
}

/** A frame with one of its texts replaced, for each text that it has. */
function renamings(entry: Observed | undefined, name: string): Observed[] {
  if (entry?.type !== 'frame' || entry.bytes === undefined) return [];
  const text = new TextDecoder().decode(entry.bytes);
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(({ 0: found, index }) => {
    const bytes = utf8(`${text.slice(0, index)}"${name}"${text.slice(index + found.length)}`);
    return { ...entry, bytes };
  });
}
