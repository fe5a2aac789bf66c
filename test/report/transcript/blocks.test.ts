import { expect, test } from 'vitest';
import { headText } from '../../../src/report/transcript/blocks.js';
import { sampleTranscript } from '../../support/report/sample-transcript.js';

test('a violation stands at its frame', () => {
  const [first = []] = sampleTranscript();
  const at = first.findIndex(({ style }) => style === 'violation');
  expect(first[at]).toMatchObject({ seq: 13, label: 'warning' });
  expect(first[at - 1]?.seq).toBeLessThanOrEqual(13);
  expect(first[at + 1]?.seq).toBeGreaterThanOrEqual(13);
});

test('durations are told only where times are known', () => {
  const heads = (hasTimes: boolean) => sampleTranscript(hasTimes).flat().map(headText).join('\n');
  expect(heads(true)).toMatch(/Allow after 1\.0 s \(allow_once\)/);
  expect(heads(true)).toMatch(/turn 1 · 1\.1 s · first output after 10 ms · 1 tool call \(1\.0 s\)/);
  expect(heads(false)).not.toMatch(/\d m?s\b/);
  expect(heads(false)).toMatch(/→ Allow \(allow_once\)/);
});

test('a turn that has not ended says so', () => {
  const last = sampleTranscript().at(-1)?.at(-1);
  expect(last?.style).toBe('end');
  expect(last && headText(last)).toBe('the recording ends here');
});
