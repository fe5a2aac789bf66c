import { describe, expect, test } from 'vitest';
import { cutAt, cuts, utf8 } from '../support/values/bytes.js';

import { fc } from '../support/values/property.js';
import { Disguise, FOLDERS } from '../support/replay/clients/disguise.js';
import { eager, type Choice } from '../support/replay/clients/eager.js';
import { FLAWLESS, judgeLockStep, verdictOf } from '../support/replay/clients/judging.js';
import { orderFaults } from '../support/replay/clients/order-checks.js';
import { randomConversation } from '../support/replay/clients/random.js';
import { Reading } from '../support/replay/clients/reading.js';
import { captureOf, fixtureOf, type Recorded } from '../support/replay/clients/recorded.js';
import { sdkClient } from '../support/replay/clients/sdk.js';
import { compiledText } from '../support/replay/replaying-here.js';

const folders = fc.constantFrom(...Object.values(FOLDERS));

/** Which of the messages that may be sent now is sent, by these numbers again and again. */
function chosenBy(numbers: readonly number[]): Choice {
  let turn = 0;
  return (ready) => (ready.length === 0 ? undefined : ready[(numbers[turn++ % numbers.length] ?? 0) % ready.length]);
}

const choices = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 30 });

describe('any legal conversation of up to three sessions replays', () => {
  test('in lock-step, as a fixture and as a capture', async () => {
    await fc.assert(
      fc.asyncProperty(randomConversation, async (conversation) => {
        const reading = new Reading(conversation);
        expect(await judgeLockStep(reading, compiledText(fixtureOf(conversation), 'acp').start())).toEqual(FLAWLESS);
        expect(await judgeLockStep(reading, compiledText(captureOf(conversation), 'jsonl').start())).toEqual(FLAWLESS);
      }),
      { numRuns: 150 },
    );
  });

  test('as early as the protocol allows, and in any order that it allows, in other words', async () => {
    await fc.assert(
      fc.asyncProperty(randomConversation, folders, choices, async (conversation, named, numbers) => {
        const reading = new Reading(conversation);
        const compiled = compiledText(fixtureOf(conversation), 'acp');
        for (const choice of [undefined, chosenBy(numbers)]) {
          const disguise = new Disguise(reading, named, true);
          const run = compiled.start();
          const { came, faults } = await eager(reading, run, disguise, choice);
          expect(await verdictOf(run, [...faults, ...orderFaults(reading, came)])).toEqual(FLAWLESS);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('on the official SDK', async () => {
    await fc.assert(
      fc.asyncProperty(randomConversation, fc.constantFrom('patient', 'brisk'), async (conversation, manner) => {
        const reading = new Reading(conversation);
        fc.pre(isSayable(reading));
        const run = compiledText(fixtureOf(conversation), 'acp').start();
        const disguise = new Disguise(reading, (_root, index) => `/builds/${index}`, false);
        const faults = await sdkClient(reading, run, disguise, manner);
        expect(await verdictOf(run, faults)).toEqual(FLAWLESS);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the same messages in the same order get the same bytes', () => {
  test('however they are cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(randomConversation, choices, cuts(20), async (conversation, numbers, places) => {
        const reading = new Reading(conversation);
        const compiled = compiledText(fixtureOf(conversation), 'acp');
        const first = compiled.start();
        const disguise = new Disguise(reading, (_root, index) => `/builds/${index}`, true);
        const { said } = await eager(reading, first, disguise, chosenBy(numbers));
        const again = compiled.start();
        for (const chunk of cutAt(utf8(said.map((line) => `${line}\n`).join('')), places)) again.write(chunk);
        expect(again.said).toEqual(first.said);
        expect(await verdictOf(again, [])).toEqual(FLAWLESS);
      }),
      { numRuns: 150 },
    );
  });

  test('ten thousand times', () => {
    const [conversation] = fc.sample(randomConversation.filter(isBusy), { numRuns: 1, seed: 7 });
    if (conversation === undefined) throw new Error('no conversation');
    const compiled = compiledText(fixtureOf(conversation), 'acp');
    const said = utf8(conversation.client.map(({ line }) => `${line}\n`).join(''));
    const heard = () => {
      const run = compiled.start();
      run.write(said);
      return run.said.join('\n');
    };
    const first = heard();
    expect(first.split('\n')).toHaveLength(conversation.agent.length);
    for (let i = 0; i < 10_000; i += 1) if (heard() !== first) throw new Error(`run ${i} differs`);
  });
});

/** Whether the SDK can take part: it knows no batches, answers lines that it cannot read, and withdraws nothing that is answered. */
function isSayable(reading: Reading): boolean {
  const { entries, client } = reading.recorded;
  if (entries.some(({ message }) => ['batch', 'unreadable'].includes(message.kind))) return false;
  return client.every((entry) => {
    const withdrawn = reading.cancelledBy(entry);
    const answer = withdrawn && reading.answerTo(withdrawn);
    return answer === undefined || answer.at > entry.at;
  });
}

/** Busy enough to differ, small enough for ten thousand times. */
function isBusy({ entries, client }: Recorded): boolean {
  return entries.length > 24 && entries.length < 40 && client.length > 10;
}
