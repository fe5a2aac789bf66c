import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '../../src/store/schema/open-database.js';
import { whyJson, type WhyJson } from '../../src/report/waits/why-json-schema.js';
import { DatabaseArchive } from '../../src/tui/data/database-archive.js';
import { REPORTED_HANGS, type ReportedHang } from '../support/conversations/hangs.js';
import { start, type Program } from '../support/processes/program.js';
import { until } from '../support/processes/until.js';
import { ScreenWalk } from '../support/screen/screen-walk.js';
import { PlaceHere } from '../support/turntable/place-here.js';
import { agent, client, TURNTABLE } from '../support/turntable/turntable.js';

/** Commands are asked so much later than it hangs, in ms: a person would wait for as long. */
const LATER_MS = 180_000;
const later = (): number => Date.now() + LATER_MS;

const report = z.object({
  violations: z.array(z.object({ rule: z.string(), fault: z.string(), severity: z.string() })),
});

/** A conversation between a small agent and a small client, up to the point where it hangs. */
async function hanging(place: PlaceHere, { shape, isDeaf }: ReportedHang): Promise<Program> {
  const words = client(
    'hanging-client',
    [shape, ...(isDeaf === true ? ['--ms', '100'] : [])],
    place.tapWords(agent('hanging-agent', shape)),
  );
  const program = start(words, { cwd: place.folder });
  await program.warns('hangs');
  return program;
}

async function whyOnce(place: PlaceHere, kinds: readonly string[]): Promise<WhyJson> {
  return until(`${kinds.join(', ') || 'nothing'} to be owed`, async () => {
    const { stdout } = await place.run(['why', '--json', '--db', place.db], { now: later });
    if (stdout.length === 0) return undefined;
    const why = whyJson.parse(JSON.parse(stdout.toString()));
    return why.waits.map(({ kind }) => kind).join() === kinds.join() ? why : undefined;
  });
}

/** What `check` says, as rule and who is at fault. */
async function broken(place: PlaceHere, named = '@last'): Promise<string[]> {
  return (await violations(place, named)).map(({ rule, fault }) => `${rule}, ${fault}`);
}

async function violations(place: PlaceHere, named: string) {
  const words = ['check', named, '--format', 'json', '--enable', 'path/other-system', '--db', place.db];
  const { stdout } = await place.run(words, { now: later });
  return stdout.length === 0 ? [] : report.parse(JSON.parse(stdout.toString())).violations;
}

/** Of the recording that has ended, as if the client had left minutes later: what `check` says louder than info. */
async function loudAfterMinutes(place: PlaceHere): Promise<string[]> {
  const fixture = (await place.export()).replace(
    /^event \+([\d.]+) client-eof/m,
    (_, ms: string) => `event +${(Number(ms) + LATER_MS).toFixed(1)} client-eof`,
  );
  const path = join(place.folder, 'later.acp');
  writeFileSync(path, fixture);
  const loud = (await violations(place, path)).filter(({ severity }) => severity !== 'info');
  return loud.map(({ rule, fault }) => `${rule}, ${fault}`);
}

function brokenIn({ rules }: ReportedHang): string[] {
  return rules.map((each) => each.join(', '));
}

const HANGING = REPORTED_HANGS.filter(({ mark }) => mark !== undefined);
const AT_ONCE = REPORTED_HANGS.filter(({ isAtOnce }) => isAtOnce);

describe.each(HANGING)('$shape', (hang) => {
  const { waits: kinds, says = /./, mark = { worker: 'agent', isStuck: false } } = hang;

  test('is named while it hangs, by why, list, tail and the screen, and by check afterwards', async () => {
    const place = new PlaceHere();
    const program = await hanging(place, hang);
    const why = await whyOnce(place, kinds);
    expect(why).toMatchObject({ state: 'live', waitingFor: mark.worker, stuck: mark.isStuck });
    expect(why.waits.map(({ headline }) => headline).join('\n')).toMatch(says);

    const list = await place.run(['list', '--db', place.db], { now: later });
    const stuck = mark.isStuck ? ', stuck\\?' : '';
    expect(list.stdout.toString()).toMatch(new RegExp(`live, waiting for ${mark.worker} 3 min \\d+ s${stuck}`));

    const tail = start([process.execPath, TURNTABLE, 'tail', '--stall', '50ms', '--db', place.db]);
    await until('the stall in tail', () => (says.test(tail.stdout.toString()) ? true : undefined));
    expect(tail.stdout.toString()).toMatch(/^waiting \d+(?:\.\d)? m?s: /m);

    const screen = screenOf(place);
    const recordings = screen.look();
    expect(recordings).toMatch(new RegExp(`${mark.isStuck ? 'stuck\\? ' : ''}${mark.worker} 3m\\d\\ds`));
    expect(recordings.replaceAll(/\s+/g, ' ')).toMatch(/waits .*(?:owes|tool call|turn)/);
    const page = screen.press('7').look(60).replaceAll(/\s+/g, ' ');
    expect(page).toMatch(says);
    vi.useRealTimers();

    program.endInput();
    await program.ended;
    await place.quiet();
    expect((await tail.ended).code).toBe(0);
    expect(await broken(place)).toEqual(expect.arrayContaining(brokenIn(hang)));
    if (hang.isQuiet !== true) expect(await loudAfterMinutes(place)).toEqual(expect.arrayContaining(brokenIn(hang)));
  });
});

describe.each(AT_ONCE)('$shape', (hang) => {
  test('is named by check while it lives; nothing is owed', async () => {
    const place = new PlaceHere();
    await hanging(place, hang);
    await until('the rule', async () => {
      const found = await broken(place);
      return brokenIn(hang).every((each) => found.includes(each)) ? true : undefined;
    });
    await whyOnce(place, hang.waits);
  });
});

test('a tail that the client dropped acquits the agent', async () => {
  const place = new PlaceHere();
  const hang = REPORTED_HANGS.find(({ shape }) => shape === 'client-drops-tail');
  if (hang === undefined) throw new Error('it is not there');
  const program = await hanging(place, hang);
  program.endInput();
  await program.ended;
  await place.quiet();
  expect(await broken(place)).toEqual([]);
});

test('an agent that cannot start is named afterwards, with its exit code and its last words', async () => {
  const place = new PlaceHere();
  const hang = REPORTED_HANGS.find(({ shape }) => shape === 'no-interpreter');
  if (hang === undefined) throw new Error('it is not there');
  const program = await hanging(place, hang);
  program.endInput();
  expect((await program.ended).code).toBe(127);
  await place.quiet();
  const why = await whyOnce(place, hang.waits);
  expect(why.notes.join()).toContain('the agent exited with code 127');
  expect(why.waits[0]?.lines.map(({ text }) => text).join()).toContain('env: node: No such file or directory');
  expect(await broken(place)).toEqual(expect.arrayContaining(brokenIn(hang)));
});

test('docs/hangs.md has a row for each: its threads, and what Turntable says', () => {
  const rows = readFileSync(new URL('../../docs/hangs.md', import.meta.url), 'utf8').split('\n');
  const missing = REPORTED_HANGS.flatMap(({ shape, threads, waits, rules }) => {
    const words = [...threads.map((thread) => `[${thread}]`), ...waits, ...rules.map(([rule]) => rule)];
    return rows.some((row) => words.every((word) => row.includes(word))) ? [] : [`${shape}: ${words.join(' ')}`];
  });
  expect(missing).toEqual([]);
});

/** The screen of a person who opens it when it has hung for minutes. */
function screenOf(place: PlaceHere): ScreenWalk {
  vi.useFakeTimers({ toFake: ['Date'], now: later() });
  const db = openDatabase(place.db, { create: false, busyMs: 5_000 });
  const archive = new DatabaseArchive(db, db.name, () => undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    archive.close();
    db.close();
  });
  return new ScreenWalk(archive);
}
