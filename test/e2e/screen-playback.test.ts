import { describe, expect, test } from 'vitest';
import { browse, selectedRow } from '../support/terminal/browsing.js';
import { recordDemo } from '../support/turntable/commands.js';
import { WITH_TMUX } from '../support/terminal/tmux.js';
import { agent, Place } from '../support/turntable/turntable.js';

/** A line of a client that the echoing agent says too. */
function line(text: string): string {
  return `${JSON.stringify({ jsonrpc: '2.0', method: '_test/said', params: { text } })}\n`;
}

describe.runIf(WITH_TMUX)('time on the screen', () => {
  test('a recording is stepped through, sought in, played to its end, and shown in full again', async () => {
    const place = new Place();
    await recordDemo(place);
    await place.quiet();
    const last = (await place.entries()).length - 1;
    const tmux = browse(place);
    await tmux.shows('demo-agent');
    tmux.keys('3');
    await tmux.shows('Kind  Method');
    tmux.keys('.');
    const stepped = await tmux.shows(/‖ 1x .*#1 /);
    expect(selectedRow(stepped)).toMatch(/^▸ +1 .*initialize/);
    // what comes later is not there yet
    expect(stepped).not.toContain('session/new');
    tmux.keys('.');
    await tmux.shows(/‖ 1x .*#2 /);
    tmux.keys(',');
    await tmux.shows(/‖ 1x .*#1 /);
    tmux.keys(':');
    tmux.type('seek #5');
    await tmux.shows(/seek #5/);
    tmux.keys('Enter');
    const sought = await tmux.shows(/‖ 1x .*#5 /);
    expect(selectedRow(sought)).toMatch(/^▸ +5 .*session\/new/);
    expect(sought).not.toContain('session/prompt');
    tmux.keys(']');
    await tmux.shows(/‖ 2x /);
    tmux.keys('p');
    // it stands still at its end by itself
    const end = await tmux.shows(new RegExp(`‖ 2x .*#${last} `));
    expect(selectedRow(end)).toMatch(/exit +code=0/);
    tmux.keys('s');
    const all = await tmux.until('all without the bar', (screen) => !screen.includes('2x'));
    expect(all).toMatch(/exit +code=0/);
    tmux.keys('g');
    await tmux.until('the first', (screen) => /▸ +0 .*spawn/.test(screen) && screen.includes('session/prompt'));
  });

  test('a recording that another process writes is followed, left where one is, and followed again', async () => {
    const place = new Place();
    const tap = place.tap(agent('echo'), { options: ['--name', 'lively'] });
    tap.write(line('first'));
    await tap.says('first');
    await place.journal();
    await tap.saysBytes(line('first').length);
    const tmux = browse(place);
    await tmux.shows('1 live');
    tmux.keys('3');
    const first = await tmux.until('the first frames', (screen) => screen.split('text=first').length === 3);
    expect(first).toMatch(/lively ▸ Frames.*following/);
    tap.write(line('second'));
    const second = await tmux.until('those that came', (screen) => screen.split('text=second').length === 3);
    expect(selectedRow(second)).toMatch(/text=second| launch /);
    tmux.keys('g');
    const left = await tmux.until('the first row', (screen) => / 0 .*spawn/.test(selectedRow(screen)));
    expect(left).not.toContain('following');
    tap.write(line('third'));
    // a second after the start an event comes that tells what was started: before or after these two
    const below = await tmux.shows(/ [23] new below /);
    expect(selectedRow(below)).toMatch(/ 0 .*spawn/);
    tmux.keys('F');
    const third = await tmux.until('the end', (screen) => /text=third| launch /.test(selectedRow(screen)));
    expect(third).toContain('following');
    tap.endInput();
    expect((await tap.ended).code).toBe(0);
    await tmux.until('the end of the recording', (screen) => /exit +code=0/.test(screen));
    await tmux.until('a recording that is over', (screen) => !screen.includes('following'));
  });

  test('a turn that goes on is a row whose time grows, until the recording ends', async () => {
    const place = new Place();
    const tap = place.tap(agent('echo'), { options: ['--name', 'lively'] });
    const params = { sessionId: 's', prompt: [{ type: 'text', text: 'take your time' }] };
    tap.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params })}\n`);
    // there is no database yet: the screen takes what the journal holds
    await place.journal();
    const tmux = browse(place);
    await tmux.shows('1 live');
    tmux.keys('Enter');
    const first = await tmux.shows(/^▸.●.* running .*"take your time"/m);
    const tookIn = (screen: string) => Number(/ ([\d.]+) s /.exec(selectedRow(screen))?.[1] ?? 0);
    await tmux.until('a later time', (screen) => tookIn(screen) > tookIn(first) + 1);
    tap.endInput();
    expect((await tap.ended).code).toBe(0);
    await tmux.until('the turn that was not answered', (screen) => selectedRow(screen).includes('unanswered'));
  });
});
