import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { changedMessages, isAlike, missingAndDoubled } from '../support/replay/message-mutations.js';
import { swaps } from '../support/replay/message-swaps.js';
import { faultOf } from '../support/replay/mutation-fault.js';
import { PASSING_SWAPS } from '../support/replay/passing-swaps.js';
import { fc } from '../support/values/property.js';
import { sayAll } from '../support/replay/clients/lock-step.js';
import { Precedence } from '../support/replay/clients/precedence.js';
import { randomConversation } from '../support/replay/clients/random.js';
import { Reading } from '../support/replay/clients/reading.js';
import { corpusConversations, fixtureOf } from '../support/replay/clients/recorded.js';
import { compiledReplay, compiledText } from '../support/replay/replaying-here.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'changed client messages', 'there is no corpus; TURNTABLE_CORPUS can name it');

const conversations = hasCorpus ? corpusConversations() : [];

describe.runIf(hasCorpus)('no change of a client message passes, and each is named', () => {
  test.each([
    ['each value of each message, where it is neither ignored nor bound', changedMessages, 10_000],
    ['each message left out, and each said twice', missingAndDoubled, 1000],
  ] as const)('%s', async (_what, mutations, atLeast) => {
    const passed: string[] = [];
    let count = 0;
    for (const conversation of conversations) {
      const compiled = compiledReplay(conversation.file, conversation.process);
      for (const mutation of mutations(new Reading(conversation))) {
        count += 1;
        const fault = await faultOf(compiled, mutation);
        if (fault !== undefined) passed.push(`${conversation.name}: ${mutation.name}: ${fault}`);
      }
    }
    expect(passed).toEqual([]);
    expect(count).toBeGreaterThan(atLeast);
  });
});

test.runIf(hasCorpus)(
  "two messages pass in each other's place exactly where that is listed, with its reason",
  async () => {
    const passing: Record<string, string[]> = {};
    for (const conversation of conversations) {
      const compiled = compiledReplay(conversation.file, conversation.process);
      for (const { pair, order } of swaps(new Reading(conversation))) {
        const run = compiled.start();
        await sayAll(
          order.map(({ line }) => line),
          run,
        );
        const { exit } = await run.finish();
        if (exit === 0) (passing[conversation.name] ??= []).push(pair);
      }
    }
    expect(passing).toEqual(listedSwaps());
  },
);

describe('what a client says otherwise in any legal conversation is found', () => {
  test('wherever something is changed, left out or said twice', async () => {
    const places = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(randomConversation, places, async (conversation, numbers) => {
        const reading = new Reading(conversation);
        const compiled = compiledText(fixtureOf(conversation), 'acp');
        const mutations = [...changedMessages(reading), ...missingAndDoubled(reading)];
        const some = new Set(numbers.map((number) => mutations[number % mutations.length]));
        for (const mutation of some) {
          if (mutation === undefined) throw new Error('nothing to change');
          const fault = await faultOf(compiled, mutation);
          expect(fault === undefined ? '' : `${mutation.name}: ${fault}`).toBe('');
        }
      }),
      { numRuns: 150 },
    );
  });

  test("and two messages pass in each other's place exactly where their order is free", async () => {
    await fc.assert(
      fc.asyncProperty(randomConversation, fc.nat(), async (conversation, number) => {
        const reading = new Reading(conversation);
        const precedence = new Precedence(reading);
        // what says the same as another message may always take its place
        const { client } = conversation;
        const alone = new Set(
          client.filter((entry) => !client.some((other) => other !== entry && isAlike(other, entry))),
        );
        const all = [...swaps(reading)].filter(({ one, other }) => alone.has(one) && alone.has(other));
        const swap = all[number % all.length];
        if (swap === undefined) return;
        const { pair, order } = swap;
        const run = compiledText(fixtureOf(conversation), 'acp').start();
        await sayAll(
          order.map(({ line }) => line),
          run,
        );
        const { exit, report } = await run.finish();
        // two requests with one id would wait for their answers at once: no client does that
        if (report.divergences[0]?.kind === 'id-in-use') return;
        expect({ pair, passes: exit === 0 }).toEqual({ pair, passes: precedence.allows(order) });
      }),
      { numRuns: 500 },
    );
  });
});

function listedSwaps(): Record<string, string[]> {
  const listed: Record<string, string[]> = {};
  for (const { swaps: pairs } of PASSING_SWAPS) {
    for (const [name, some] of Object.entries(pairs)) (listed[name] ??= []).push(...some);
  }
  const places = (pair: string) => pair.split('-').map(Number);
  for (const pairs of Object.values(listed)) {
    pairs.sort((a, b) => (places(a)[0] ?? 0) - (places(b)[0] ?? 0) || (places(a)[1] ?? 0) - (places(b)[1] ?? 0));
  }
  return listed;
}
