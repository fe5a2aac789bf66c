import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fileDatabase } from '../support/store/databases.js';
import { temporaryFolder } from '../support/processes/folders.js';

const PARTS = new URL('../../build/parts.js', import.meta.url).href;

interface Figures {
  /** By how much the room for new objects grew from the moment on at which the screen settles it. */
  readonly roomGrewMb: number;
  /** The room for all, at the most. */
  readonly heapMb: number;
  readonly pragma: string;
}

/** What a process takes that makes very many objects, and keeps but some of them. */
function afterMuchWork(isLean: boolean): Figures {
  const script = `
    import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
    import { useLittleMemory } from '${PARTS}';
    const roomMb = () =>
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size / 1e6;
    let pragma = '';
    if (${isLean}) useLittleMemory({ pragma: (text) => { pragma = text; } });
    const roomMbBefore = roomMb();
    let kept = [];
    let heap = 0;
    for (let n = 0; n < 4e6; n += 1) {
      kept.push({ n, list: [n] });
      if (kept.length <= 2e5) continue;
      kept = kept.slice(1e5);
      heap = Math.max(heap, getHeapStatistics().total_heap_size);
    }
    console.log(JSON.stringify({ roomGrewMb: roomMb() - roomMbBefore, heapMb: heap / 1e6, pragma }));`;
  const words = ['--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as Figures;
}

test('the screen has the memory of its process grow far less', () => {
  const plain = afterMuchWork(false);
  const lean = afterMuchWork(true);
  expect(plain.roomGrewMb).toBeGreaterThan(8);
  // while the program loads it may have grown already, and it does not shrink at once
  expect(lean.roomGrewMb).toBeLessThanOrEqual(0);
  expect(lean.heapMb).toBeLessThan(plain.heapMb * 0.75);
  const db = fileDatabase(`${temporaryFolder()}/t.db`);
  db.pragma(lean.pragma);
  expect(db.pragma('cache_size', { simple: true })).toBe(-4_000);
});
