import { expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { FLAWLESS, judgeLockStep } from '../support/replay/clients/judging.js';
import { Reading } from '../support/replay/clients/reading.js';
import { corpusConversations } from '../support/replay/clients/recorded.js';
import { replayInChild } from '../support/replay/replaying.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'replay of real conversations', 'there is no corpus; TURNTABLE_CORPUS can name it');

test.runIf(hasCorpus).each(hasCorpus ? corpusConversations() : [])(
  '$name replays in a child process, in lock-step',
  async (conversation) => {
    const process = conversation.process === undefined ? [] : ['--process', String(conversation.process)];
    const run = replayInChild(conversation.file, ['--wait', '15s', ...process]);
    expect(await judgeLockStep(new Reading(conversation), run)).toEqual(FLAWLESS);
  },
);
