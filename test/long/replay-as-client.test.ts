import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { corpusFiles, corpusName, hasCorpus } from '../support/fixtures/corpus.js';
import { driveReal, hasRealAgents, startScript } from '../support/turntable/real-agents.js';
import { skipLoudly } from '../support/processes/skip.js';

const isHere = hasRealAgents && hasCorpus;
skipLoudly(
  !isHere,
  'replay as the client of real agents',
  'REAL_AGENTS_HOME or the recorded conversations are not there',
);

const AGENTS = ['sdk-example-agent', 'opencode', 'claude-agent-acp', 'gemini-cli', 'zed-codex-acp'] as const;

/**
 * The captures were moved to another folder when they were made public, but for titles, which leave the first slash out:
 * they name a folder where no session was. So the agent is driven once more, with the client of the run just made.
 */
const MOVED = /^tool-call: .*title is "tmp\/.*" in A, "<cwd>\/.*" in B$/;
/** The permission is answered right behind the cancel: which of the two the agent reads as the reason is a race in it. */
const RACE = /^tool-call: .*: content\/0\/content\/text and rawOutput differ$/;

/** What differs beyond the same agent's control, each with its cause; any other difference is one of ours. */
const KNOWN: Readonly<Record<string, RegExp>> = {
  'opencode-1.18.33/03-tool-read': MOVED,
  'opencode-1.18.33/04-tool-allowed': MOVED,
  'opencode-1.18.33/09-two-sessions': MOVED,
  'opencode-1.18.33/10-load': MOVED,
  'opencode-1.18.33/16-parallel-tools': MOVED,
  'opencode-1.18.33/17-protocol-v2': MOVED,
  'claude-agent-acp-0.100.0/08-cancel-permission': RACE,
};

const report = z.object({ differences: z.array(z.object({ kind: z.string(), summary: z.string() })) });

/** The sandbox says on stdout where its model is, and then the command what differs. */
function differencesIn(stdout: Buffer): string[] {
  const text = stdout.toString();
  const { differences } = report.parse(JSON.parse(text.slice(text.indexOf('\n{') + 1)));
  return differences.map(({ kind, summary }) => `${kind}: ${summary}`);
}

describe.skipIf(!isHere).each(AGENTS)('%s', (name) => {
  const files = isHere ? corpusFiles().filter((file) => basename(dirname(file)).startsWith(`${name}-`)) : [];

  test.each(files.map((file) => [corpusName(file).replace('.jsonl', ''), file]))('%s', async (conversation, file) => {
    const { code, stdout, stderr, again } = await driveReal(file, await startScript(name));
    if (stderr.includes('that the agent has never seen')) {
      expect({ conversation, code }).toEqual({ conversation: expect.stringMatching(/\/11b?-/) as unknown, code: 2 });
      return;
    }
    const told = differencesIn(stdout);
    const known = KNOWN[conversation];
    expect(told.filter((difference) => known?.test(difference) !== true)).toEqual([]);
    if (told.length === 0) expect({ stderr, code }).toEqual({ stderr, code: 0 });
    if (known === MOVED) {
      expect(told).not.toEqual([]);
      expect(differencesIn((await again()).stdout)).toEqual([]);
    }
  });
});
