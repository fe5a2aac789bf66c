import { expect, test } from 'vitest';
import { transcriptLines } from '../../../src/report/transcript/transcript-text.js';
import { UNSAFE } from '../../support/checking/checked.js';
import { sampleTranscript } from '../../support/report/sample-transcript.js';

function transcript(columns: number): string {
  return sampleTranscript()
    .flatMap((blocks) => Array.from(transcriptLines(blocks, columns), ({ text }) => `${text}\n`))
    .join('');
}

test('tells a turn as a person reads it', async () => {
  await expect(transcript(100)).toMatchFileSnapshot('../../golden/transcript/text.txt');
});

test('nothing recorded drives the terminal', () => {
  expect(transcript(100)).not.toMatch(UNSAFE);
});

test('prose keeps to the width; a line without an end is not made longer than 160', () => {
  const prose = (columns: number) =>
    transcript(columns)
      .split('\n')
      .filter((line) => line.includes('long long'));
  expect(Math.max(...prose(60).map(({ length }) => length))).toBeLessThanOrEqual(60);
  expect(Math.max(...prose(Infinity).map(({ length }) => length))).toBeLessThanOrEqual(160);
});

test('lines of a diff have styles of their own', () => {
  const [first = []] = sampleTranscript();
  const lines = [...transcriptLines(first, 100)];
  expect(lines.filter(({ style }) => style === 'added').map(({ text }) => text.trim())).toEqual(['+    c']);
  expect(lines.filter(({ style }) => style === 'removed').map(({ text }) => text.trim())).toEqual(['-    b']);
});
