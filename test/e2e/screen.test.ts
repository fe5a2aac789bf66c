import { describe, expect, test } from 'vitest';
import { browse, selectedRow } from '../support/terminal/browsing.js';
import { recordDemo } from '../support/turntable/commands.js';
import { fileDatabase } from '../support/store/databases.js';
import { run } from '../support/processes/program.js';
import { WITH_TMUX, type Tmux } from '../support/terminal/tmux.js';
import { agent, Place, TURNTABLE } from '../support/turntable/turntable.js';

/** The frames of the demo, once it is known that one of them breaks a rule. */
async function framesOfDemo(place: Place): Promise<Tmux> {
  await recordDemo(place);
  const tmux = browse(place);
  // the recording was checked
  await tmux.shows(/demo-agent.*▲1/);
  tmux.keys('3');
  await tmux.until('the mark at the frame', (screen) => /^ ▲ .*tool_call_update/m.test(screen));
  return tmux;
}

describe.runIf(WITH_TMUX)('the screen', () => {
  test('leads from recordings to turns, to frames, to one frame, and back with q until it is left', async () => {
    const place = new Place();
    await recordDemo(place);
    const tmux = browse(place);
    const recordings = await tmux.shows(/Recordings +1\/1/);
    expect(recordings).toMatch(/demo-agent 1.* demo +\S+ +63 /);
    expect(recordings).toMatch(/agent +demo-agent \d.* client demo-client \d/);
    expect(recordings).toContain('1 demo  63 frames');
    tmux.keys('Enter');
    const turns = await tmux.shows(/"Run the test/);
    expect(turns).toMatch(/Recordings ▸ demo ▸ Turns +1\/3/);
    expect(turns).toMatch(/1 .*end_turn.*"Make the gre/);
    expect(turns).toMatch(/3 .*cancelled.*"Run the test/);
    tmux.keys('j', 'Enter');
    const frames = await tmux.shows('▸ Turns ▸ Frames');
    expect(selectedRow(frames)).toMatch(/C→A +req +session\/prompt +"Delete greet\.js\."/);
    tmux.keys('Enter');
    const frame = await tmux.shows('[JSON]');
    expect(frame).toMatch(/Turns ▸ Frames ▸ #\d+ /);
    expect(frame).toContain('"text": "Delete greet.js."');
    tmux.keys('q');
    await tmux.until('the frames', (screen) => screen.includes('Kind  Method') && !screen.includes('[JSON]'));
    tmux.keys('q');
    await tmux.shows(/demo ▸ Turns +2\/3/);
    tmux.keys('q');
    await tmux.shows(/Recordings +1\/1/);
    tmux.keys('q');
    await tmux.shows('[exit 0]');
  });

  test('uses what the process that analyses has kept: both are one version of the model, though built in two ways', async () => {
    const place = new Place();
    await recordDemo(place);
    const kept = await run([process.execPath, TURNTABLE, 'analyse', place.db, '1'], { stdin: 'ignore' });
    expect(kept).toMatchObject({ code: 0, stderr: '' });
    // only who takes what was kept for its own says that there is nothing
    expect(fileDatabase(place.db).prepare('DELETE FROM violation').run().changes).toBeGreaterThan(0);
    await browse(place).shows(/demo-agent.* demo +3 +63 .*✓/);
  });

  test('gives the terminal back as it was: what stood there, the cursor, the keys', async () => {
    const place = new Place();
    await place.record(agent('echo'));
    const tmux = browse(place);
    await tmux.shows(/Recordings +1\/1/);
    expect(tmux.about('#{alternate_on} #{mouse_any_flag}')).toBe('1 1');
    tmux.keys('Q');
    const left = await tmux.shows('[exit 0]');
    expect(left.trim()).toBe('[exit 0]');
    expect(tmux.about('#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{keypad_flag} #{wrap_flag}')).toBe(
      '0 0 1 0 1',
    );
  });

  test('v goes to what breaks the protocol, and 4 lists it with its rule explained', async () => {
    const tmux = await framesOfDemo(new Place());
    tmux.keys('v');
    const frames = await tmux.shows("tool-call/update-before-create (agent's fault): tool_call");
    expect(selectedRow(frames)).toMatch(/^▸▲ +\d+ .*A→C +notif +tool_call_update +call-never-announced/);
    const seq = /▸▲ +(\d+)/.exec(selectedRow(frames))?.[1] ?? 'none';
    tmux.keys('v');
    expect(selectedRow(await tmux.shows('the only one: tool-call/update-before-create'))).toBe(selectedRow(frames));
    tmux.keys('4');
    // the rules are read when they are first asked for
    const violations = await tmux.shows(
      'In v1 a tool_call should announce a call before a tool_call_update changes it.',
    );
    expect(violations).toContain('demo ▸ Violations');
    expect(violations).toMatch(/▲ +▾ tool-call\/update-before-create +▲1/);
    expect(violations).toMatch(new RegExp(`tool_call_update for "call-never-announce… +agent +#${seq} +1`));
    expect(violations).toContain('tool_call_update for "call-never-announced", which no tool_call announced');
    tmux.keys('j', 'Enter');
    const there = await tmux.shows('demo ▸ Violations ▸ Frames');
    expect(selectedRow(there)).toBe(selectedRow(frames));
    tmux.keys('Enter');
    const frame = await tmux.shows('[JSON]');
    expect(frame).toContain(`Frames ▸ #${seq} `);
    expect(frame).toMatch(/^▲ +\d+ +"toolCallId": "call-never-announced"/m);
  });

  test('? lists the keys of where one is, and the next key closes it', async () => {
    const tmux = await framesOfDemo(new Place());
    tmux.keys('?');
    const help = await tmux.shows('any other key closes');
    expect(help).toMatch(/^ Frames(?: |$)/m);
    expect(help).toMatch(/% +its request or response/);
    expect(help).toMatch(/q Esc +back one level/);
    tmux.keys('j', 'k', 'x');
    await tmux.until('the frames', (screen) => screen.includes('Kind  Method') && !screen.includes('closes'));
    expect(tmux.screen()).not.toContain('▸ Export');
  });

  test('follows the size of the terminal to 40x10, to a card where there is no room, and back', async () => {
    const tmux = await framesOfDemo(new Place());
    const before = tmux.screen();
    tmux.resize(40, 10);
    const small = await tmux.until('40x10', (screen) => {
      const rows = screen.split('\n');
      return rows.length <= 11 && rows[9]?.includes('? help') === true;
    });
    expect(small).toMatch(/Frames/);
    expect(selectedRow(small)).toMatch(/^▸ +spawn pid=/);
    expect(Math.max(...small.split('\n').map((row) => row.length))).toBeLessThanOrEqual(40);
    tmux.resize(30, 5);
    const card = await tmux.shows('terminal is 30x5');
    expect(card).toContain('needs at least 40x10');
    // a key that is not to be seen does nothing
    tmux.keys('4');
    tmux.resize(80, 24);
    await tmux.until('the frames as they were', (screen) => screen === before);
  });
});
