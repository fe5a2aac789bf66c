import { expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { AcpxPlace, hasAcpx } from '../support/replay/clients/acpx.js';
import { methodOf, paramsOf, Reading } from '../support/replay/clients/reading.js';
import { corpusConversations, isObject, type CorpusConversation } from '../support/replay/clients/recorded.js';
import { skipLoudly } from '../support/processes/skip.js';
import { until } from '../support/processes/until.js';

const CAN_RUN = hasCorpus && hasAcpx;
skipLoudly(!CAN_RUN, 'the real client acpx', 'it is not installed; REAL_AGENTS_HOME names the folder of real agents');

/** The options with which each scenario was recorded; those of several processes are driven by hand. */
const OPTIONS: readonly (readonly [scenario: string, options: readonly string[]])[] = [
  ['01-exec-text', []],
  ['02-exec-approve-all', ['--approve-all']],
  ['03-exec-deny-all', ['--deny-all']],
];

const captures = new Map<string, CorpusConversation[]>();
if (CAN_RUN) {
  for (const conversation of corpusConversations().filter(({ name }) => name.startsWith('acpx-'))) {
    captures.set(conversation.file, [...(captures.get(conversation.file) ?? []), conversation]);
  }
}

test.runIf(CAN_RUN)('there are conversations of acpx', () => {
  expect(captures.size).toBeGreaterThan(0);
});

describeCaptures((name) => OPTIONS.some(([scenario]) => name.endsWith(scenario)))(
  'acpx completes %s against its replay',
  async (name, conversations) => {
    const { place, prompts } = placeFor(conversations);
    const options = OPTIONS.find(([scenario]) => name.endsWith(scenario))?.[1] ?? [];
    const { stderr } = await place.acpx(...options, '--format', 'json', 'exec', place.inPlace(prompts[0] ?? ''));
    expect(await endsOf(place, 1), stderr).toEqual([{ exit: 0, outcome: 'matched', divergences: [] }]);
  },
);

describeCaptures((name) => name.includes('04-session-prompt-cancel'))(
  'acpx completes %s, with its several processes, against their replays',
  async (_name, conversations) => {
    const { place, prompts } = placeFor(conversations);
    const owned = ['--ttl', '3'];
    await place.acpx(...owned, 'sessions', 'new');
    const [first = '', second = ''] = prompts;
    await place.acpx(...owned, '--format', 'json', 'prompt', place.inPlace(first));
    const long = place.startAcpx(...owned, '--format', 'json', 'prompt', place.inPlace(second));
    // the turn is under way once acpx shows some of it
    await long.says('agent_message_chunk');
    await place.acpx(...owned, 'cancel');
    await long.ended;
    const matched = { exit: 0, outcome: 'matched', divergences: [] };
    expect(await endsOf(place, conversations.length)).toEqual(conversations.map(() => matched));
  },
);

function describeCaptures(isMeant: (name: string) => boolean) {
  const cases = [...captures.values()].map((all) => [(all[0]?.name ?? '').replace(/#\d+$/, ''), all] as const);
  return test.runIf(CAN_RUN).each(cases.filter(([name]) => isMeant(name)));
}

function placeFor(conversations: readonly CorpusConversation[]) {
  const readings = conversations.map((conversation) => new Reading(conversation));
  const prompts = conversations.flatMap(({ client }) =>
    client
      .filter((entry) => methodOf(entry) === 'session/prompt')
      .flatMap((entry) => textIn(paramsOf(entry)['prompt'])),
  );
  return { place: new AcpxPlace(temporaryFolder(), readings, conversations[0]?.file ?? ''), prompts };
}

function textIn(prompt: unknown): string[] {
  const [block] = Array.isArray(prompt) ? (prompt as unknown[]) : [];
  const text = isObject(block as never) ? (block as { readonly text?: unknown }).text : undefined;
  return typeof text === 'string' ? [text] : [];
}

async function endsOf(place: AcpxPlace, count: number) {
  const ends = await until(
    'the end of the agents',
    () => (place.ends().length >= count ? place.ends() : undefined),
    30_000,
  );
  return ends.map(({ exit, report: { outcome, divergences } }) => ({ exit, outcome, divergences }));
}
