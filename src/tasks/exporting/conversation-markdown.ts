import { RULES } from '../../check/rules/index.js';
import type { FixtureSource } from '../../fixture/format/fixture-source.js';
import { markdownReport } from '../../report/check/check-markdown.js';
import { transcriptBlocks } from '../../report/transcript/blocks.js';
import { transcriptMarkdown } from '../../report/transcript/transcript-markdown.js';
import { factsOf, tellEntry } from '../conversations/conversations.js';
import { TranscriptTaker, UntoldViolations } from '../conversations/told-turns.js';

/** A conversation as Markdown, turn by turn, with each violation where it happened: what `show --turns --format markdown` prints. */
export function* conversationMarkdown(named: string, { headers, entries }: FixtureSource): Generator<string> {
  const name = headers.find(([header]) => header === 'title')?.[1] ?? named;
  const taker = new TranscriptTaker({ name, file: undefined, ...factsOf(headers) });
  let seq = 0;
  for (const entry of entries()) {
    tellEntry(taker.told, entry, { seq });
    seq += 1;
  }
  const { checked, turns, hasTimes } = taker.end();
  const untold = new UntoldViolations(checked.violations.filter(({ severity }) => severity !== 'info'));
  for (const turn of turns) {
    yield `${transcriptMarkdown(transcriptBlocks(turn, untold.take(turn), { hasTimes }))}\n`;
  }
  yield markdownReport(checked, { rules: RULES, least: 'warning', listed: untold.rest });
}
