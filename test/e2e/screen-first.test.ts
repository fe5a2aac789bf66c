import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Tmux, WITH_TMUX } from '../support/terminal/tmux.js';
import { agent, Place, TURNTABLE } from '../support/turntable/turntable.js';

describe.runIf(WITH_TMUX)('who has recorded nothing yet', () => {
  /** turntable with a home that holds nothing. */
  function started(place: Place, ...words: readonly string[]): Tmux {
    const env = { TURNTABLE_HOME: place.folder };
    return new Tmux({ cwd: place.folder, env }).start([process.execPath, TURNTABLE, ...words]);
  }

  test('is told how to, and sees the first recording come', async () => {
    const place = new Place();
    const tmux = started(place);
    const empty = await tmux.shows('No recordings yet.');
    expect(empty).toContain('turntable record -- AGENT [ARG...]');
    const database = join(place.folder, 'turntable.db');
    // keys that need a recording say so, and harm nothing
    tmux.keys('Enter', '3', 'x', 'R', 'Y');
    await tmux.shows('No recordings yet.');
    expect(existsSync(database)).toBe(false);
    await place.record(agent('exit', 0), { options: ['--db', database, '--name', 'first'] });
    await tmux.shows(/Recordings +1\/1/);
    expect(statSync(database).mode & 0o777).toBe(0o600);
    tmux.keys('Q');
    await tmux.shows('[exit 0]');
  });

  test('is told that what was named is not there: a database, a recording', async () => {
    const place = new Place();
    const missing = join(place.folder, 'typo.db');
    const tmux = started(place, 'browse', '--db', missing);
    const text = await tmux.shows('[exit 3]');
    expect(text).toContain('no database at');
    expect(existsSync(missing)).toBe(false);
    const other = started(place, 'browse', '7');
    await other.shows('[exit 3]');
    expect(existsSync(join(place.folder, 'turntable.db'))).toBe(false);
  });
});
