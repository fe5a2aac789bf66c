import { cutSource } from '../../../src/fixture/cut/cut.js';
import { fixtureLines, type FixtureSource } from '../../../src/fixture/format/fixture-source.js';
import type { FixtureEntry } from '../../../src/fixture/format/format.js';
import { normalisedSource } from '../../../src/fixture/rewrite/normalise.js';
import { Redactor } from '../../../src/fixture/redact/redact.js';
import { learnSource, redactedSource } from '../../../src/fixture/redact/redact-source.js';
import { utf8 } from '../values/bytes.js';
import { corpusSources } from '../fixtures/fixture-sources.js';
import { judgeLockStep, verdictOf, type Verdict } from './clients/judging.js';
import { sayAll } from './clients/lock-step.js';
import { Reading } from './clients/reading.js';
import { recorded } from './clients/recorded.js';
import { compiledText } from './replaying-here.js';
import { PROTOCOL } from '../checking/rule-examples.js';
import { randomFrom } from '../checking/schema-samples.js';

/** A conversation, one session or one turn of it. */
export interface Part {
  readonly what: string;
  readonly part: FixtureSource;
  /** All of the conversation, in which secrets are learned. */
  readonly whole: FixtureSource;
}

/** Every conversation of the corpus, each session of it, and each turn of that. */
export function* corpusParts(): Generator<Part> {
  for (const { name, source } of corpusSources()) yield* partsOf(name, withSecrets(source));
}

/** A conversation, each session of it, and each turn of that. */
export function* partsOf(name: string, whole: FixtureSource): Generator<Part> {
  yield { what: name, part: whole, whole };
  for (let session = 1; ; session += 1) {
    const all = cutSource(whole, { session: String(session) }, name);
    if (!all.ok) break;
    yield { what: `${name} session ${session}`, part: all.source, whole };
    for (let turn = 1; ; turn += 1) {
      const one = cutSource(whole, { session: String(session), turn }, name);
      if (!one.ok) break;
      yield { what: `${name} session ${session} turn ${turn}`, part: one.source, whole };
    }
  }
}

/** Some ranges of frames of every conversation of the corpus, wherever they begin and end: the same ones each time. */
export function* corpusRanges(each: number): Generator<Part> {
  const random = randomFrom(5);
  for (const { name, source } of corpusSources()) {
    const whole = withSecrets(source);
    const count = [...whole.entries()].length;
    for (let i = 0; i < each; i += 1) {
      const from = Math.floor(random() * count);
      const to = from + Math.floor(random() * (i % 2 === 0 ? 12 : 80));
      const cut = cutSource(whole, { frames: { from, to } }, name);
      // where nothing was said there is nothing to replay
      if (cut.ok) yield { what: `${name} frames ${from} to ${to}`, part: cut.source, whole };
    }
  }
}

/** What stands in the public conversations, and what takes its place: they have no secrets of their own. */
const PLANTED: readonly (readonly [string, string])[] = [
  ['/srv/a/', '/home/jane.doe/'],
  ['hello.txt', `ghp_${'a1B2'.repeat(9)}`],
];

/** A conversation with secrets and a home planted in it. */
export function withSecrets({ headers, entries }: FixtureSource): FixtureSource {
  const planted = [...entries()].map((entry): FixtureEntry => {
    if (entry.type === 'event') return entry;
    const text = new TextDecoder().decode(entry.bytes);
    const changed = PLANTED.reduce((said, [from, to]) => said.replaceAll(from, to), text);
    return changed === text ? entry : { ...entry, bytes: utf8(changed), text: undefined };
  });
  return { headers, entries: () => planted };
}

/** How each fixture made of a part replays to a client that says its part in recorded order. */
export async function verdictsOf({ part, whole }: Part): Promise<Record<string, Verdict>> {
  const redactor = new Redactor();
  learnSource(whole, redactor);
  const redacted = redactedSource(part, redactor);
  return {
    'as it is': await inLockStep(part),
    normalised: await inLockStep(normalisedSource(part, PROTOCOL)),
    redacted: await inLockStep(redacted),
    'redacted and normalised': await inLockStep(normalisedSource(redacted, PROTOCOL)),
    'redacted, to a client that sends the secrets': await toItsClient(redacted, part),
  };
}

/** Whether redaction takes something out of a part. */
export function holdsSecrets({ part, whole }: Part): boolean {
  const redactor = new Redactor();
  learnSource(whole, redactor);
  return textOf(redactedSource(part, redactor)).includes('<redacted:token-1>');
}

/** How a fixture replays to a client that says its part in recorded order. */
export async function inLockStep(fixture: FixtureSource): Promise<Verdict> {
  return judgeLockStep(new Reading(recorded('part', linesOf(fixture))), compiledText(textOf(fixture), 'acp').start());
}

async function toItsClient(fixture: FixtureSource, said: FixtureSource): Promise<Verdict> {
  const run = compiledText(textOf(fixture), 'acp').start();
  const lines = linesOf(said).flatMap(([sender, line]) => (sender === 'client' ? [line] : []));
  await sayAll(lines, run);
  return verdictOf(run, []);
}

/** The text of a fixture. */
export function textOf(fixture: FixtureSource): string {
  return [...fixtureLines(fixture)].join('');
}

/** What client and agent say in a part. */
export function linesOf({ entries }: FixtureSource): (readonly ['client' | 'agent', string])[] {
  return [...entries()].flatMap((entry) =>
    entry.type === 'frame' && entry.stream !== 'stderr'
      ? [[entry.stream, new TextDecoder().decode(entry.bytes)] as const]
      : [],
  );
}
