import type { FixtureSource } from '../../../src/fixture/format/fixture-source.js';
import { Redactor } from '../../../src/fixture/redact/redact.js';
import { learnSource, redactedSource } from '../../../src/fixture/redact/redact-source.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { corpusSources } from '../fixtures/fixture-sources.js';
import { Reading } from './clients/reading.js';
import { recorded, type Entry } from './clients/recorded.js';
import { changedMessages, missingAndDoubled, type Mutation } from './message-mutations.js';
import type { Path } from './mutation-places.js';
import { compiledText, type Compiled } from './replaying-here.js';
import { linesOf, textOf, withSecrets } from './replayed-parts.js';

/** A redacted fixture, and what the client whose secrets were taken out of it says otherwise. */
export interface RedactedMutation {
  readonly name: string;
  readonly compiled: Compiled;
  readonly mutation: Mutation;
}

/** A placeholder, which may be anything where it is said for the first time. */
const LAST = /<redacted:[a-z-]+-\d+>$/;

/** What the client of each conversation of the corpus may say otherwise, every `each`th change of it. */
export function* redactedMutations(each: number): Generator<RedactedMutation> {
  let count = 0;
  for (const { name, source } of corpusSources()) {
    const whole = withSecrets(source);
    const redactor = new Redactor();
    learnSource(whole, redactor);
    const redacted = redactedSource(whole, redactor);
    const compiled = compiledText(textOf(redacted), 'acp');
    const reading = new Reading(recorded(name, placedLines(whole)));
    const said = linesOf(redacted).flatMap(([from, line]) => (from === 'client' ? [line] : []));
    const isFirst = (entry: Entry, path: Path, other: JsonValue | undefined): boolean => {
      const line = said[reading.recorded.client.indexOf(entry)] ?? '';
      const value = typeof other === 'string' && !/\s/.test(other.slice(-1)) ? valueAt(line, path) : undefined;
      const standIn = typeof value === 'string' ? LAST.exec(value)?.[0] : undefined;
      return standIn !== undefined && said.filter((each) => each.includes(standIn)).length === 1;
    };
    for (const mutation of [...changedMessages(reading, isFirst), ...missingAndDoubled(reading)]) {
      count += 1;
      if (count % each === 0) yield { name, compiled, mutation };
    }
  }
}

/** Headers of the fixture stand in two lines. */
const FIRST_FRAME = 3;

function placedLines({ entries }: FixtureSource) {
  return [...entries()].flatMap((entry, i) =>
    entry.type === 'frame' && entry.stream !== 'stderr'
      ? [[entry.stream, new TextDecoder().decode(entry.bytes), i + FIRST_FRAME] as const]
      : [],
  );
}

function valueAt(line: string, path: Path): JsonValue | undefined {
  let at: JsonValue | undefined = JSON.parse(line) as JsonValue;
  for (const key of path) at = (at as Record<string | number, JsonValue> | undefined)?.[key];
  return at;
}
