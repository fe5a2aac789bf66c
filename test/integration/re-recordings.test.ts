import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conversationItems } from '../../src/tasks/conversations/conversation-file.js';
import { compare } from '../../src/compare/compare.js';
import { OutlineReader } from '../../src/compare/outline-reader.js';
import type { Outline } from '../../src/compare/outline.js';
import { Observer } from '../../src/model/observer.js';
import { gistOf } from '../support/comparing/outlines.js';
import { skipLoudly } from '../support/processes/skip.js';

/** Two folders, with a colon between, in which real agents were recorded doing the same: AGENT-VERSION/SCENARIO.*. */
const [FIRST = '', SECOND = ''] = (process.env['TURNTABLE_RERECORDED'] ?? '').split(':');
const hasBoth = existsSync(FIRST) && existsSync(SECOND);

/** What real agents do otherwise each time, and why: true differences all of them. */
const OTHERWISE: readonly { readonly of: RegExp; readonly what: RegExp; readonly why: string }[] = [
  {
    of: /^claude-agent-acp.*08-cancel-permission/,
    what: /^tool-call: .* content\/0\/content\/text and rawOutput differ$/,
    why: 'the cancel and the answer to the permission race in the agent: the call fails with one message or the other',
  },
  {
    of: /^gemini-cli.*11-load-replay/,
    what: /^tool-call: .* stands in (the history in A, in turn 1|turn 1 in A, in the history) in B$/,
    why: 'it answers session/load before it told the history, which may then come after the next prompt',
  },
  {
    of: /^zed-codex-acp.*11-load-replay/,
    what: /^tool-call: tool call "exec_command": rawOutput differs$/,
    why: 'the output of its shell begins with an id that it draws each time, within the text',
  },
];

function outlineIn(file: string): Outline {
  const reader = new OutlineReader();
  const observer = new Observer([reader]);
  let seq = 0;
  for (const item of conversationItems(file)) {
    if (item.type !== 'entry') continue;
    const { entry } = item;
    if (entry.type === 'event') observer.event({ ...entry, seq });
    else if (entry.stream !== 'stderr') {
      observer.frame({ ...entry, seq, sender: entry.stream, sizeBytes: entry.bytes.length });
    }
    seq += 1;
  }
  observer.end();
  return reader.outline;
}

skipLoudly(!hasBoth, 'comparing two runs of real agents', 'TURNTABLE_RERECORDED names no two folders of them');

describe.skipIf(!hasBoth)('two runs of a real agent', () => {
  const names = hasBoth
    ? readdirSync(FIRST, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes('/') && existsSync(join(SECOND, name)))
        .sort()
    : [];

  test.each(names)('%s differ in nothing but what the agent does otherwise each time', (name) => {
    const { differences } = compare(outlineIn(join(FIRST, name)), outlineIn(join(SECOND, name)));
    const known = OTHERWISE.filter(({ of }) => of.test(name));
    expect(gistOf(differences).filter((gist) => !known.some(({ what }) => what.test(gist)))).toEqual([]);
  });
});
