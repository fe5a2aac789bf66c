import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { Disguise, FOLDERS } from '../support/replay/clients/disguise.js';
import { eager } from '../support/replay/clients/eager.js';
import { FLAWLESS, judgeLockStep, verdictOf } from '../support/replay/clients/judging.js';
import { isOneStream, orderFaults } from '../support/replay/clients/order-checks.js';
import { Reading } from '../support/replay/clients/reading.js';
import { corpusConversations, type CorpusConversation } from '../support/replay/clients/recorded.js';
import { sdkClient, type Manner } from '../support/replay/clients/sdk.js';
import { compiledReplay } from '../support/replay/replaying-here.js';
import { replayInChild } from '../support/replay/replaying.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'replay of real conversations', 'there is no corpus; TURNTABLE_CORPUS can name it');

const conversations = hasCorpus ? corpusConversations() : [];
const readings = new Map(conversations.map((one) => [one, new Reading(one)] as const));
/** What a client that keeps the protocol would say. */
const legal = conversations.filter(({ name }) => !name.includes('/12-errors'));
/** One of each kind, for the clients that are tried in a child process as well. */
const some = legal.filter(({ name }) =>
  /^gemini-cli.*\/(04|08|20)|^claude.*\/(09|11|14|17)|^acpx.*gemini.*04/.test(name),
);

function optionsFor({ process }: CorpusConversation): string[] {
  return ['--wait', '15s', ...(process === undefined ? [] : ['--process', String(process)])];
}

describe.runIf(hasCorpus)('in lock-step', () => {
  test.each(some)('$name replays in a child process', async (conversation) => {
    const run = replayInChild(conversation.file, optionsFor(conversation));
    expect(await judgeLockStep(readingOf(conversation), run)).toEqual(FLAWLESS);
  });

  test('every conversation replays: each session in its order, and alone the whole stream', async () => {
    for (const [conversation, reading] of readings) {
      const verdict = await judgeLockStep(reading, compiledReplay(conversation.file, conversation.process).start());
      expect({ name: conversation.name, ...verdict }).toEqual({ name: conversation.name, ...FLAWLESS });
    }
  });

  test('the stream as a whole may differ only where sessions work at once, or a client keeps no protocol', () => {
    const parts = [...readings].filter(([, reading]) => !isOneStream(reading)).map(([{ name }]) => name);
    expect(parts.filter((name) => !/\/(09-two-sessions|12-errors)$/.test(name))).toEqual([]);
  });
});

describe.runIf(hasCorpus)('as early as the protocol allows, with other ids', () => {
  test.each(Object.entries(FOLDERS))('and %s', async (_what, folders) => {
    for (const conversation of legal) {
      const reading = readingOf(conversation);
      const disguise = new Disguise(reading, folders, true);
      const run = compiledReplay(conversation.file, conversation.process).start();
      const { came, faults } = await eager(reading, run, disguise);
      const verdict = await verdictOf(run, [...faults, ...orderFaults(reading, came)]);
      expect({ name: conversation.name, ...verdict }).toEqual({ name: conversation.name, ...FLAWLESS });
    }
  });

  test.each(some)('and other folders, $name in a child process', async (conversation) => {
    const reading = readingOf(conversation);
    const disguise = new Disguise(reading, (_root, index) => `/tmp/other/${index}`, true);
    const run = replayInChild(conversation.file, optionsFor(conversation));
    const { came, faults } = await eager(reading, run, disguise);
    expect(await verdictOf(run, [...faults, ...orderFaults(reading, came)])).toEqual(FLAWLESS);
  });
});

describe.runIf(hasCorpus).each<Manner>(['patient', 'brisk'])('on the official SDK, %s', (manner) => {
  test('every conversation that keeps the protocol', async () => {
    for (const conversation of legal) {
      const reading = readingOf(conversation);
      const run = compiledReplay(conversation.file, conversation.process).start();
      const faults = await sdkClient(reading, run, otherFolders(reading), manner);
      const verdict = await verdictOf(run, faults);
      expect({ name: conversation.name, ...verdict }).toEqual({ name: conversation.name, ...FLAWLESS });
    }
  });

  test.each(some)('$name in a child process', async (conversation) => {
    const reading = readingOf(conversation);
    const run = replayInChild(conversation.file, optionsFor(conversation));
    const faults = await sdkClient(reading, run, otherFolders(reading), manner);
    expect(await verdictOf(run, faults)).toEqual(FLAWLESS);
  });
});

function otherFolders(reading: Reading): Disguise {
  return new Disguise(reading, (_root, index) => `/home/somebody/work-${index}`, false);
}

function readingOf(conversation: CorpusConversation): Reading {
  return readings.get(conversation) ?? new Reading(conversation);
}
