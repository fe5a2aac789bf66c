// The agent of the bench where there is no C compiler: same modes and same BENCH_EXIT_STAMP as c/agent.c, but slower.
import { writeFileSync } from 'node:fs';
import { frameOf } from './frame.js';

const BLOCK_BYTES = 65_536;

function echo() {
  process.stdin.on('data', (chunk) => process.stdout.write(chunk));
}

function stream(count, size) {
  const block = Math.max(1, Math.floor(BLOCK_BYTES / size));
  const frames = Buffer.concat(Array(block).fill(frameOf(size)));
  let left = count;
  const send = () => {
    while (left > 0) {
      const now = Math.min(left, block);
      left -= now;
      if (!process.stdout.write(frames.subarray(0, now * size))) return process.stdout.once('drain', send);
    }
    return undefined;
  };
  process.stdin.once('data', send).resume();
}

const [mode, count, size] = process.argv.slice(2);
if (mode === 'stream') stream(Number(count), Number(size));
else echo();

process.on('exit', () => {
  const stamp = process.env['BENCH_EXIT_STAMP'];
  if (stamp !== undefined) writeFileSync(stamp, String(process.hrtime.bigint()));
});
