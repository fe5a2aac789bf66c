// The client of the round trip rows over socket pairs, in a process of its own so that it can be pinned.
//   node ping-client.js PINGS WARM_UP SIZE WAIT_MS command args...
// Prints one JSON object in microseconds: p50, p95, worst. Same protocol and same waits as c/client.c.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../stats.js';
import { frameOf } from './frame.js';

const [pings, warmUp, size, waitMs] = process.argv.slice(2, 6).map(Number);
const [command, ...args] = process.argv.slice(6);
const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
agent.stdin.on('error', () => {});
agent.on('error', giveUp);
agent.stdout.on('end', () => giveUp(new Error('the other side closed before the last answer')));

function giveUp(error) {
  console.error(error.message);
  process.exit(1);
}

/** Sends `count` frames, each after the answer to the one before; resolves to the times in microseconds. */
function ping(count) {
  const frame = frameOf(size);
  const timesUs = new Float64Array(count);
  return new Promise((resolve) => {
    let [answered, got, sentAt] = [0, 0, 0n];
    const send = () => {
      sentAt = process.hrtime.bigint();
      agent.stdin.write(frame);
    };
    const onData = (chunk) => {
      got += chunk.length;
      if (got < frame.length) return;
      got = 0;
      timesUs[answered++] = Number(process.hrtime.bigint() - sentAt) / 1e3;
      if (answered < count) return send();
      agent.stdout.off('data', onData);
      resolve(timesUs);
    };
    agent.stdout.on('data', onData);
    send();
  });
}

await ping(warmUp);
await sleep(waitMs);
await ping(warmUp);
const sorted = (await ping(pings)).sort();
agent.stdout.removeAllListeners('end').resume();
agent.stdin.end();
await new Promise((resolve) => agent.once('close', resolve));
console.log(JSON.stringify({ p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), worst: sorted.at(-1) }));
