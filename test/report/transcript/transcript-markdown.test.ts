import { expect, test } from 'vitest';
import { transcriptMarkdown } from '../../../src/report/transcript/transcript-markdown.js';
import { UNSAFE } from '../../support/checking/checked.js';
import { sampleTranscript } from '../../support/report/sample-transcript.js';

test('tells a turn as Markdown; what was recorded is only text in it', async () => {
  const text = sampleTranscript().map(transcriptMarkdown).join('\n');
  // a tab may stand in code
  expect(text.replaceAll('\t', '')).not.toMatch(UNSAFE);
  await expect(text).toMatchFileSnapshot('../../golden/transcript/markdown.md');
});
