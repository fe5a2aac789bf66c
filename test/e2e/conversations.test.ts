import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { saidIn, sourceOfText } from '../support/fixtures/fixture-sources.js';
import { libraryFile, libraryNames, SCENARIOS } from '../support/fixtures/recorded-library.js';
import { FLAWLESS, judgeLockStep } from '../support/replay/clients/judging.js';
import { Reading } from '../support/replay/clients/reading.js';
import { recorded } from '../support/replay/clients/recorded.js';
import { replayInChild } from '../support/replay/replaying.js';
import { Place } from '../support/turntable/turntable.js';

const MAX_BYTES = 16_000;
/** Paths that a conversation may name: those of nobody, those that an agent makes up, and what every Unix has. */
const NEUTRAL = /^\/(home\/user\/(other-)?project|project|dev\/null)(?![\w.-])/;
const PATH = /(?<![\w.~:/@-])\/[\w.-]+(?:\/[\w.@+-]+)+/g;
const MACHINE = /localhost|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[a-z]:\\|file:\/\/(?!\/home\/user\/project)/i;
const SECRET = /\b(?:sk|ghp|glpat|xoxb|hf|npm)[-_]\w{8}|\bAKIA|\bAIza|Bearer |PRIVATE KEY/;

interface Found {
  readonly recording: string;
  readonly seq: number;
  readonly severity: string;
  readonly rule: string;
}

function textOf(name: string): string {
  return readFileSync(libraryFile(name), 'utf8');
}

/** All that a file says, with what stands in base64 and behind backslashes. */
function plainTextOf(name: string): string {
  return [textOf(name), ...saidIn(sourceOfText(textOf(name)))].join('\n').replaceAll(/\\+[nrt"]/g, ' ');
}

test('the library holds the scenarios, and no other file', () => {
  expect(libraryNames()).toEqual(Object.keys(SCENARIOS).sort());
});

describe.each(libraryNames())('%s', (name) => {
  const text = textOf(name);

  test('says what it is, and is small', () => {
    expect(text.split('\n', 4)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^# title: \w/), expect.stringMatching(/^# agent: \S+ \d/)]),
    );
    expect(text).toMatch(/^# [A-Z][^:\n]*$/m);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
  });

  test('shows what it is there to show', () => {
    const lines = saidIn(sourceOfText(text));
    let at = 0;
    const missing = SCENARIOS[name]?.shows.filter((shown) => {
      const found = lines.findIndex((line, i) => i >= at && shown.test(line));
      if (found !== -1) at = found + 1;
      return found === -1;
    });
    expect(missing).toEqual([]);
  });

  test('names no machine, no person and no folder but neutral ones', () => {
    const said = plainTextOf(name);
    expect(said.match(PATH)?.filter((path) => !NEUTRAL.test(path)) ?? []).toEqual([]);
    expect(MACHINE.exec(said) ?? SECRET.exec(said)).toBeNull();
  });

  test('replays as the agent, in lock-step', async () => {
    const entries = [...sourceOfText(text).entries()].flatMap((entry) =>
      entry.type === 'frame' && entry.stream !== 'stderr' ? [entry] : [],
    );
    const conversation = recorded(
      name,
      entries.map(({ stream, bytes }) => [stream === 'client' ? 'client' : 'agent', new TextDecoder().decode(bytes)]),
    );
    const run = replayInChild(libraryFile(name), ['--wait', '15s']);
    expect(await judgeLockStep(new Reading(conversation), run)).toEqual(FLAWLESS);
  });
});

test('each is the same when it is imported and exported, and holds nothing that is redacted', async () => {
  const place = new Place();
  const names = libraryNames();
  await place.output('import', ...names.map(libraryFile));
  for (const [index, name] of names.entries()) {
    const { stdout, stderr } = await place.turntable('export', String(index + 1));
    // comments live in the file only
    expect(stdout.toString()).toBe(textOf(name).replaceAll(/^# [^:\n]*\n/gm, ''));
    expect(stderr, name).toMatch(/nothing was found to redact/);
  }
});

test('check finds in each what is known, and nothing else', async () => {
  const place = new Place();
  const files = libraryNames().map(libraryFile);
  const json = await place.output('check', ...files, '--format', 'json', '--fail-on', 'never');
  const { violations } = JSON.parse(json.toString()) as { readonly violations: readonly Found[] };
  const found = libraryNames().map((name) => [
    name,
    violations
      .filter(({ recording }) => basename(recording) === name)
      .map(({ seq, severity, rule }) => `${seq} ${severity} ${rule}`)
      .sort(),
  ]);
  const known = Object.entries(SCENARIOS).map(([name, scenario]) => [
    name,
    scenario.violations.map(([one]) => one).sort(),
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known));
});
