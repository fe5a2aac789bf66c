import { describe, expect, test } from 'vitest';
import { browse, selectedRow } from '../support/terminal/browsing.js';
import { recordDemo } from '../support/turntable/commands.js';
import { WITH_TMUX, type Tmux } from '../support/terminal/tmux.js';
import { Place, type Entry } from '../support/turntable/turntable.js';

/** The frames of the demo on the screen, and what `show` knows of them. */
async function demo(): Promise<{ tmux: Tmux; place: Place; entries: readonly Entry[] }> {
  const place = new Place();
  await recordDemo(place);
  await place.quiet();
  const entries = await place.entries();
  const tmux = browse(place);
  await tmux.shows('demo-agent');
  tmux.keys('3');
  await tmux.shows('Kind  Method');
  return { tmux, place, entries };
}

/** The seq of the row that the cursor is on. */
function selectedSeq(screen: string): number {
  return Number(/^▸\S* +(\d+)/.exec(selectedRow(screen))?.[1]);
}

describe.runIf(WITH_TMUX)('finding on the screen', () => {
  test('a filter that is wrong is told of where it is, and a good one shows what it means, as `show` does', async () => {
    const { tmux, place, entries } = await demo();
    tmux.keys('f');
    await tmux.shows('filter>');
    tmux.type('from:agent kind:reqq');
    const wrong = await tmux.shows('kind takes request');
    const rows = wrong.split('\n');
    const at = rows.findIndex((row) => row.startsWith('filter> '));
    const from = rows[at]?.indexOf('kind:reqq') ?? -1;
    expect(rows[at + 1]?.indexOf('^')).toBe(from + 'kind:'.length);
    tmux.keys('BSpace');
    await tmux.until('no error', (screen) => !screen.includes('kind takes'));
    tmux.keys('Enter');
    const filtered = 'from:agent kind:req';
    const wanted = JSON.parse(
      (await place.output('show', '@last', '--json', '--filter', filtered)).toString(),
    ) as unknown[];
    expect(wanted.length).toBeGreaterThan(2);
    const found = await tmux.shows(`[filter: ${filtered}]  ${wanted.length} of ${entries.length}`);
    expect(found.split('\n').filter((row) => /A→C +req /.test(row))).toHaveLength(wanted.length);
    expect(found).not.toMatch(/C→A|notif/);
    tmux.keys('BSpace');
    await tmux.until('all frames', (screen) => !screen.includes('[filter') && screen.includes('notif'));
  });

  test('Tab completes a filter with what the recording holds, and Up brings it back', async () => {
    const { tmux } = await demo();
    tmux.keys('f');
    await tmux.shows('Tab: from:');
    tmux.type('tool:');
    await tmux.shows(/Tab: call-1/);
    tmux.keys('Tab', 'Tab');
    await tmux.shows('filter> tool:call-1');
    tmux.keys('Tab');
    await tmux.shows('filter> tool:call-never-announced');
    tmux.keys('BTab');
    await tmux.shows('filter> tool:call-1');
    tmux.keys('Enter');
    await tmux.shows('[filter: tool:call-1]');
    tmux.keys('f', 'Up', 'C-w');
    await tmux.until('an empty prompt', (screen) => /^filter> *$/m.test(screen));
    tmux.keys('Up', 'Escape', ':');
    tmux.type('clrf');
    await tmux.shows(/^ clear-filter/m);
    tmux.keys('Enter');
    await tmux.until('all frames', (screen) => !screen.includes('[filter') && screen.includes('notif'));
  });

  test('a search goes from hit to hit, round the end, and tells where it is', async () => {
    const { tmux, place } = await demo();
    const hits = (
      JSON.parse((await place.output('show', '@last', '--json', '--filter', 'text:greet.js')).toString()) as Entry[]
    ).map(({ seq }) => seq);
    const [first = -1, second = -1] = hits;
    const last = hits.at(-1);
    expect(hits.length).toBeGreaterThan(5);
    // a hit in a run of chunks is a row of its own
    tmux.keys('c');
    await tmux.until('all chunks', (screen) => !screen.includes(' ×'));
    tmux.keys('/');
    await tmux.shows('search>');
    tmux.type('greet.js');
    tmux.keys('Enter');
    // no key is needed for what is found to be seen
    expect(selectedSeq(await tmux.shows(`[search: greet.js  1 of ${hits.length}]`))).toBe(first);
    tmux.keys('n');
    expect(selectedSeq(await tmux.shows(`2 of ${hits.length}]`))).toBe(second);
    tmux.keys('N');
    expect(selectedSeq(await tmux.shows(` 1 of ${hits.length}]`))).toBe(first);
    tmux.keys('N');
    expect(selectedSeq(await tmux.shows(`${hits.length} of ${hits.length}]`))).toBe(last);
    tmux.keys('n');
    expect(selectedSeq(await tmux.shows(` 1 of ${hits.length}]`))).toBe(first);
    tmux.keys('/');
    await tmux.shows('search>');
    tmux.keys('C-u');
    tmux.type('nowhere at all');
    tmux.keys('Enter');
    expect(selectedSeq(await tmux.shows('[search: nowhere at all  0 of 0]'))).toBe(first);
  });
});
