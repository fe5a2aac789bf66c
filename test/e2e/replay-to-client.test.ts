import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordDemo } from '../support/turntable/commands.js';
import { run, start, type Ended } from '../support/processes/program.js';
import { Tmux, WITH_TMUX } from '../support/terminal/tmux.js';
import { client, Place, TURNTABLE } from '../support/turntable/turntable.js';

/** A demo is recorded, and several processes start one after the other. */

/** A client that is configured with a command as a person copies it. */
async function startedByClient(place: Place, own: readonly string[], command: string): Promise<Ended> {
  const words = client('demo-client', ['--quiet', ...own], ['sh', '-c', command]);
  return run(words, { ...inPlace(place), stdin: 'ignore' });
}

/** Where `turntable` is what is tested. */
function inPlace({ folder }: Place) {
  return { cwd: folder, env: { PATH: `${folder}:${process.env['PATH']}` } };
}

/** What the client of the written fixture says first. */
function firstOfClient({ folder }: Place): string {
  const fixture = readFileSync(join(folder, 'replays/demo-turn-2.acp'), 'utf8');
  const [, line] = /^client \S+ (\{.*)$/m.exec(fixture) ?? [];
  if (line === undefined) throw new Error('contains no messages of a client');
  return line;
}

/** The screen at the demo's second turn, after R. */
async function replayOfSecondTurn(place: Place): Promise<{ tmux: Tmux; command: string }> {
  symlinkSync(TURNTABLE, join(place.folder, 'turntable'));
  await recordDemo(place);
  await place.quiet();
  const tmux = new Tmux({ width: 100, height: 40 }).start([process.execPath, TURNTABLE, 'browse', '--db', place.db]);
  await tmux.shows('demo');
  tmux.keys('Enter');
  await tmux.shows('"Delete');
  tmux.keys('j', 'R');
  const waiting = await tmux.shows('Waiting for the client');
  expect(waiting).toContain('Replay of turn 2');
  expect(waiting).toContain('"Delete greet.js."');
  tmux.keys('c');
  await tmux.shows('copied the command');
  return { tmux, command: tmux.clipboard() };
}

test.runIf(WITH_TMUX)('R: the turn is replayed to a client, and ticked off', async () => {
  const place = new Place();
  const { tmux, command } = await replayOfSecondTurn(place);
  const slow = start(['sh', '-c', command], inPlace(place));
  slow.write(`${firstOfClient(place)}\n`);
  await tmux.shows(/● Replaying {2}1\/\d+ C→A {2}1\/\d+ A→C/);
  slow.endInput();
  await tmux.shows('✗ Diverged  1/');
  expect((await startedByClient(place, ['--turn', '2'], command)).code).toBe(0);
  const screen = await tmux.shows(/✓ As recorded {2}(\d+)\/\1 C→A {2}(\d+)\/\2 A→C/);
  expect(screen).toMatch(/✓ C→A +\d+ session\/prompt "Delete greet.js." +#\d/);
  expect(screen).not.toMatch(/^[✗·▸]/m);
  tmux.keys('g', 'Enter');
  await tmux.shows('"initialize"');
  tmux.keys('Escape');
  await tmux.shows('As recorded');
});

test.runIf(WITH_TMUX)('where a client does something else is shown, and R again writes no second fixture', async () => {
  const place = new Place();
  const { tmux, command } = await replayOfSecondTurn(place);
  expect((await startedByClient(place, ['--turn', '1'], command)).code).not.toBe(0);
  const screen = await tmux.shows('✗ Diverged');
  expect(screen).toMatch(/✗ C→A +\d+ session\/prompt "Delete greet.js."/);
  expect(screen).toContain('recorded: "Delete greet.js."');
  expect(screen).toContain('received: "Make the greeting friendlier."');
  tmux.keys('Escape');
  await tmux.shows(/Turns/);
  tmux.keys('R');
  await tmux.shows('Waiting for the client');
  const folder = join(place.folder, 'replays');
  expect(readdirSync(folder)).toEqual(['demo-turn-2.acp']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'demo-turn-2.acp')).mode & 0o777).toBe(0o600);
});
