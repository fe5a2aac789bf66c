import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browse, selectedRow } from '../support/terminal/browsing.js';
import { recordDemo } from '../support/turntable/commands.js';
import { sourceOfText } from '../support/fixtures/fixture-sources.js';
import { lockStep } from '../support/replay/clients/lock-step.js';
import { recorded } from '../support/replay/clients/recorded.js';
import { linesOf } from '../support/replay/replayed-parts.js';
import { replayInChild } from '../support/replay/replaying.js';
import { WITH_TMUX } from '../support/terminal/tmux.js';
import { Place } from '../support/turntable/turntable.js';

describe.runIf(WITH_TMUX)('what the screen writes and deletes', () => {
  test('x cuts a fixture of a turn, for the user alone, and `turntable replay` replays it', async () => {
    const place = new Place();
    await recordDemo(place);
    const tmux = browse(place, { width: 120 });
    await tmux.shows('demo-agent');
    tmux.keys('Enter');
    await tmux.shows('"Delete greet.js."');
    tmux.keys('j', 'x');
    await tmux.shows('fixture of turn 2, redacted  demo-turn-2.acp');
    tmux.keys('Enter');
    await tmux.shows('wrote demo-turn-2.acp');
    const path = join(place.folder, 'demo-turn-2.acp');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const said = await replayed(path);
    expect(said).toContain('"Delete greet.js."');
    expect(said).not.toContain('Run the tests.');
  });

  test('* marks a frame, and x cuts a fixture of all from there to the cursor, which replays', async () => {
    const place = new Place();
    await recordDemo(place);
    const tmux = browse(place);
    await tmux.shows('demo-agent');
    tmux.keys('Enter');
    await tmux.shows('"Make the gre');
    tmux.keys('3', '/');
    await tmux.shows('search>');
    tmux.type('session/request_permission');
    tmux.keys('Enter');
    await tmux.until('the question', (screen) => selectedRow(screen).includes('request_permission'));
    tmux.keys('*', 'j', 'j');
    const [, from, to] = /\[frames (\d+) to (\d+)\]/.exec(await tmux.shows('x exports them')) ?? [];
    tmux.keys('x');
    const name = `demo-frames-${from}-${to}.acp`;
    await tmux.shows(`fixture of frames ${from} to ${to}, redacted  ${name}`);
    await tmux.shows(`turntable export 1 --frames=${from}..${to}`);
    tmux.keys('Enter');
    await tmux.shows(`wrote ${name}`);
    const said = await replayed(join(place.folder, name));
    expect(said).toContain('"outcome":"selected"');
    expect(said).toContain('"stopReason":"end_turn"');
    expect(said).not.toContain('Delete greet.js.');
  });

  test('no file is overwritten, and another name may be given', async () => {
    const place = new Place();
    await recordDemo(place);
    const tmux = browse(place);
    await tmux.shows('demo-agent');
    for (const name of ['demo.acp', 'demo-2.acp']) {
      tmux.keys('x');
      await tmux.shows('fixture of the recording, redacted  demo.acp');
      tmux.keys('Enter');
      await tmux.shows(`wrote ${name}`);
    }
    tmux.keys('x');
    await tmux.shows('Export');
    tmux.keys('r');
    await tmux.shows('demo.acp');
    tmux.keys('C-u');
    tmux.type('other.acp');
    tmux.keys('Enter');
    await tmux.shows('fixture of the recording, redacted  other.acp');
    tmux.keys('Enter');
    await tmux.shows('wrote other.acp');
    const [first, second, third] = ['demo.acp', 'demo-2.acp', 'other.acp'].map((name) =>
      readFileSync(join(place.folder, name), 'utf8'),
    );
    expect(first).toMatch(/^#acp-fixture 1\n/);
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(existsSync(join(place.folder, 'demo-3.acp'))).toBe(false);
  });

  test('D deletes a recording after y, and nothing after any other key', async () => {
    const place = new Place();
    await recordDemo(place);
    const tmux = browse(place);
    await tmux.shows(/Recordings +1\/1/);
    for (const key of ['n', 'Enter', 'D', 'Escape']) {
      tmux.keys('D');
      await tmux.shows(/Permanently delete recording 1 \(demo\)\? +y \/ n/);
      tmux.keys(key);
      await tmux.until('cancelled', (screen) => screen.includes('cancelled') && /Recordings +1\/1/.test(screen));
    }
    expect((await place.list()).map(({ name }) => name)).toEqual(['demo']);
    tmux.keys('D');
    await tmux.shows('Permanently delete');
    tmux.keys('y');
    await tmux.shows('No recordings yet.');
    expect(await place.list()).toEqual([]);
    tmux.keys('Q');
    await tmux.shows('[exit 0]');
  });
});

/** Replays a fixture to the client that it was recorded with; returns what both said. */
async function replayed(path: string): Promise<string> {
  const lines = linesOf(sourceOfText(readFileSync(path, 'utf8')));
  const run = replayInChild(path);
  expect((await lockStep(recorded('part', lines), run)).missing).toBeUndefined();
  const { exit, report } = await run.finish();
  expect({ exit, outcome: report.outcome, divergences: report.divergences }).toEqual({
    exit: 0,
    outcome: 'matched',
    divergences: [],
  });
  expect(run.said).toHaveLength(lines.filter(([sender]) => sender === 'agent').length);
  return lines.map(([, line]) => line).join('\n');
}
