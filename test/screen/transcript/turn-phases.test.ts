import { describe, expect, test } from 'vitest';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import type { StyledLine } from '../../../src/report/styled-line.js';
import {
  phaseBar,
  phaseLegend,
  PHASES,
  turnPhases,
  type TurnPhases,
} from '../../../src/screen/transcript/turn-phases.js';
import { fc } from '../../support/values/property.js';
import { sampleTurns } from '../../support/report/sample-transcript.js';

function text(line: StyledLine): string {
  return line.map((span) => span.text).join('');
}

/** From 100 s on: thinking, speaking, a tool call with a permission, and a cancel. */
const TURN: TurnPhases = {
  fromMs: 100_000,
  toMs: 110_000,
  phases: [
    { name: 'thinking', fromMs: 101_000, toMs: 103_000 },
    { name: 'speaking', fromMs: 102_500, toMs: 105_000 },
    { name: 'tools', fromMs: 105_000, toMs: 109_000 },
    { name: 'permission', fromMs: 106_000, toMs: 108_000 },
  ],
  cancelledMs: 107_000,
};

test('a turn along its time', async () => {
  const lines = [80, 50, 30, 12, 3].flatMap((width) =>
    [UNICODE_GLYPHS, ASCII_GLYPHS].flatMap((glyphs) => [
      text(phaseBar(TURN, width, glyphs)),
      text(phaseLegend(TURN, width, glyphs)),
    ]),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../golden/transcript/phases.txt');
});

test('the signs are told, as far as there is room', () => {
  expect(text(phaseLegend(TURN, 80, UNICODE_GLYPHS))).toBe('░ thinking  █ speaking  ▒ tools  ? permission  ✗ cancel');
  expect(text(phaseLegend(TURN, 30, ASCII_GLYPHS))).toBe('. thinking  # speaking');
});

describe('of a recorded turn', () => {
  const [first, second] = sampleTurns();

  test('what was read', () => {
    if (first === undefined) throw new Error('there is a turn');
    const phases = turnPhases(first, 0);
    expect([phases.fromMs, phases.toMs, phases.cancelledMs]).toEqual([10, 1120, 1110]);
    expect(phases.phases.map(({ name, fromMs, toMs }) => `${name} ${fromMs} ${toMs}`)).toEqual([
      'thinking 20 30',
      'tools 50 1090',
      'permission 60 1060',
      'speaking 1100 1100',
    ]);
  });

  test('what is open lasts until the end', () => {
    if (second === undefined) throw new Error('there is a turn');
    const phases = turnPhases({ ...second, summary: undefined }, 5_000);
    expect(phases.toMs).toBe(5_000);
    expect(phases.phases.at(-1)).toEqual({ name: 'tools', fromMs: 2020, toMs: 5_000 });
  });
});

test('the bar is exactly as wide as it is asked to be', () => {
  const ms = fc.integer({ min: 0, max: 10_000 });
  const phase = fc.record({ name: fc.constantFrom(...PHASES), fromMs: ms, toMs: ms });
  const turns = fc.record({
    fromMs: ms,
    toMs: ms,
    phases: fc.array(phase),
    cancelledMs: fc.option(ms, { nil: undefined }),
  });
  fc.assert(
    fc.property(turns, fc.nat(120), fc.boolean(), (turn, width, isAscii) => {
      const glyphs = isAscii ? ASCII_GLYPHS : UNICODE_GLYPHS;
      expect(text(phaseBar(turn, width, glyphs))).toHaveLength(width);
      expect(text(phaseLegend(turn, width, glyphs)).length).toBeLessThanOrEqual(width);
      if (isAscii) expect(text(phaseBar(turn, width, glyphs))).toMatch(/^[ -~]*$/);
    }),
  );
});
