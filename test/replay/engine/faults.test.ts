import { describe, expect, test } from 'vitest';
import { FaultPlan, parseFault } from '../../../src/replay/engine/faults.js';
import { latin1, utf8 } from '../../support/values/bytes.js';
import { fc } from '../../support/values/property.js';

/** What faults make of one line, in short. */
function struck(line: string, ...faults: string[]): string[] {
  const plan = new FaultPlan(faults.map(parseFault), 1);
  return plan.steps(5, utf8(`${line}\n`)).map((step) => {
    if (step.type === 'write') return latin1(step.bytes);
    if (step.type === 'pause') return `pause ${step.ms}`;
    return step.type === 'exit' ? `exit ${step.code}` : step.type;
  });
}

describe('a fault strikes its frame', () => {
  test.each([
    [['drop@4'], ['abcdef\n']],
    [['drop@5'], []],
    [['delay=500@5'], ['pause 500', 'abcdef\n']],
    [['delay@5'], ['pause 1000', 'abcdef\n']],
    [['duplicate@5'], ['abcdef\n', 'abcdef\n']],
    [['truncate=2@5'], ['ab', '\n']],
    [['truncate@5'], ['abc', '\n']],
    [['truncate=99@5'], ['abcdef', '\n']],
    [['split=2@5'], ['ab', 'flush', 'cdef\n']],
    [['split@5'], ['abc', 'flush', 'def\n']],
    [['split=99@5'], ['abcdef\n', 'flush', '']],
    [['noise@5'], ['noise that no protocol knows\n', 'abcdef\n']],
    [['noise=[DEBUG] up@5'], ['[DEBUG] up\n', 'abcdef\n']],
    [['noise=a@b~c@5'], ['a@b~c\n', 'abcdef\n']],
    [['close@5'], ['close']],
    [['exit@5'], ['exit 1']],
    [['exit=137@5'], ['exit 137']],
    [['stall@5'], ['stall']],
    [
      ['delay=1@5', 'noise=x@5'],
      ['x\n', 'pause 1', 'abcdef\n'],
    ],
    [['delay=99999999999@5'], [`pause ${2 ** 31 - 1}`, 'abcdef\n']],
    [['drop@5', 'duplicate@5'], ['abcdef\n']],
    [['drop~1'], []],
    [['drop~0'], ['abcdef\n']],
  ])('%j', (faults, steps) => {
    expect(struck('abcdef', ...faults)).toEqual(steps);
  });
});

test('a line that no newline ended is truncated, and still not ended', () => {
  const plan = new FaultPlan([parseFault('truncate=99@0')], 1);
  expect(plan.steps(0, utf8('abc')).map((step) => step.type === 'write' && latin1(step.bytes))).toEqual(['abc', '']);
});

test.each([
  '',
  'drop',
  'drop@',
  'drop@x',
  'drop@1.5',
  'drop~1.1',
  'drop~x',
  'burn@1',
  'drop=3@1',
  'delay=x@1',
  'delay=-1@1',
  'close=1@2',
  'drop@1.2.3',
  'exit=1.5@2',
  'exit=256@2',
])('%j is no fault', (text) => {
  expect(() => parseFault(text)).toThrow(`invalid fault ${JSON.stringify(text)}`);
});

test('the same seed gives the same faults, and as many as it says', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const hits = (of: number) => {
        const plan = new FaultPlan([parseFault('drop~0.25')], of);
        return Array.from({ length: 400 }, (_, seq) => plan.steps(seq, utf8('x\n')).length === 0);
      };
      const first = hits(seed);
      expect(hits(seed)).toEqual(first);
      const count = first.filter(Boolean).length;
      expect(count).toBeGreaterThan(50);
      expect(count).toBeLessThan(150);
    }),
    { numRuns: 50 },
  );
});
