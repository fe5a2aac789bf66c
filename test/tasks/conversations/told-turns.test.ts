import { describe, expect, it } from 'vitest';
import { quotedViolation, type QuotedViolation } from '../../../src/report/check/checked.js';
import { UntoldViolations } from '../../../src/tasks/conversations/told-turns.js';
import type { TranscriptTurn } from '../../../src/model/transcript/transcript.js';
import { fc } from '../../support/values/property.js';

function violation(seq: number, sessionId: string | undefined, turn: number | undefined): QuotedViolation {
  const rest = { rule: 'a/b', severity: 'error', fault: 'agent', message: '', evidence: [], raced: false } as const;
  return quotedViolation({ ...rest, seq, sessionId, turn }, undefined, undefined);
}

function turn(sessionId: string, number: number | undefined, first: number, last: number): TranscriptTurn {
  const items = [first, last].map((seq) => ({ type: 'cancel', seq, at: 0, changed: seq }) as const);
  return { sessionId, number, isHistory: false, items, summary: undefined } as unknown as TranscriptTurn;
}

/** Each violation asked by itself. */
function takenOneByOne(left: Set<QuotedViolation>, { sessionId, number, items }: TranscriptTurn): QuotedViolation[] {
  const [first = 0, last = 0] = items.map(({ seq }) => seq);
  const own = [...left].filter((one) => {
    if (one.sessionId !== sessionId) return false;
    return one.turn === undefined || number === undefined ? one.seq >= first && one.seq <= last : one.turn === number;
  });
  for (const one of own) left.delete(one);
  return own;
}

describe('violations that no turn has told yet', () => {
  const number = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
  const session = fc.constantFrom('s', 't');
  const seq = fc.nat(30);

  it('are taken by the turn that they name, or in whose frames they stand', () => {
    const found = fc.array(fc.tuple(seq, fc.option(session, { nil: undefined }), number), { maxLength: 30 });
    const turns = fc.array(fc.tuple(session, number, seq, fc.nat(10)), { maxLength: 10 });
    fc.assert(
      fc.property(found, turns, (made, read) => {
        const violations = made.map((one) => violation(...one)).sort((a, b) => a.seq - b.seq);
        const untold = new UntoldViolations(violations);
        const left = new Set(violations);
        for (const [sessionId, of, first, length] of read) {
          const one = turn(sessionId, of, first, first + length);
          expect(untold.take(one)).toEqual(takenOneByOne(left, one));
        }
        expect(untold.rest).toEqual([...left]);
      }),
    );
  });

  it('take time in proportion, where thousands of turns go on at one time', () => {
    const numbers = Array.from({ length: 50_000 }, (_, at) => at + 1);
    const untold = new UntoldViolations(
      numbers.flatMap((at) => [violation(at, 's', at), violation(at, 's', undefined)]),
    );
    const taken = numbers.map((at) => untold.take(turn('s', at, at, 50_000)).length);
    expect(taken.slice(0, 2)).toEqual([50_001, 1]);
    expect(untold.rest).toEqual([]);
  });
});
