import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fileDatabase } from '../support/databases.js';
import { temporaryFolder } from '../support/folders.js';

const FUNCTION = new URL('../../dist/tui/lean-memory.js', import.meta.url).href;

/** How much room a process has for new objects once it has made very many, in MB; and what SQLite may keep there. */
function afterMuchWork(isLean: boolean): { roomMb: number; pragma: string } {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { useLittleMemory } from '${FUNCTION}';
    let pragma = '';
    if (${isLean}) useLittleMemory({ pragma: (text) => { pragma = text; } });
    let kept = [];
    for (let n = 0; n < 3e6; n += 1) {
      kept.push({ n, list: [n] });
      if (kept.length > 2e5) kept = kept.slice(1e5);
    }
    const room = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size;
    console.log(JSON.stringify({ roomMb: room / 1e6, pragma }));`;
  const words = ['--input-type=module', '-e', script];
  const text = execFileSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return JSON.parse(text) as ReturnType<typeof afterMuchWork>;
}

test('the room for new objects stays small, whatever is made in it', () => {
  expect(afterMuchWork(false).roomMb).toBeGreaterThan(16);
  const lean = afterMuchWork(true);
  expect(lean.roomMb).toBeLessThan(10);
  const db = fileDatabase(`${temporaryFolder()}/t.db`);
  db.pragma(lean.pragma);
  expect(db.pragma('cache_size', { simple: true })).toBe(-4_000);
});
