import { once } from 'node:events';
import { start } from './run-of-variant.js';

/**
 * A client that speaks through the variant of `run` with `agent`. It reads nothing (beyond the stream's own buffer) until
 * `received` is called, and never keeps what it reads.
 */
export function connect(run, agent, env) {
  const child = start(run, run.command(agent), env);
  let [got, wanted, waiting, reading] = [0, 0, undefined, false];
  const settle = (error) => {
    const promise = waiting;
    waiting = undefined;
    if (error === undefined) promise?.resolve();
    else promise?.reject(error);
  };
  const read = () => {
    reading = true;
    child.stdout.on('data', (chunk) => {
      got += chunk.length;
      if (got >= wanted) settle();
    });
    child.stdout.on('close', () => settle(new Error(`the output ended after ${got} of ${wanted} bytes`)));
  };
  return {
    child,
    send: (bytes) => child.stdin.write(bytes),
    /** Resolves when `count` bytes have come since the last call; rejects when the output ends before. */
    received(count) {
      wanted += count;
      if (!reading) read();
      if (got >= wanted) return Promise.resolve();
      if (child.stdout.destroyed) return Promise.reject(new Error(`the output ended after ${got} of ${wanted} bytes`));
      return new Promise((resolve, reject) => (waiting = { resolve, reject }));
    },
    /** Closes the agent's input; resolves when the other side has ended. */
    async hangUp() {
      child.stdout.resume();
      child.stdin.end();
      return child.ended;
    },
  };
}

/** The whole output of `child`, once it has ended with exit code 0. */
export async function outputOf(child) {
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  const { code, signal } = await child.ended;
  if (code !== 0) throw new Error(`the client ended with ${signal ?? `exit code ${code}`}`);
  return text;
}

/** Waits for the first line of `child`'s output. */
export async function firstLineOf(child) {
  const [chunk] = await Promise.race([
    once(child.stdout, 'data'),
    child.ended.then(({ code }) => Promise.reject(new Error(`it ended with exit code ${code} before its first line`))),
  ]);
  return String(chunk).trim();
}

/** Milliseconds from `from` to `to`, both monotonic ns. */
export function msBetween(from, to = process.hrtime.bigint()) {
  return Number(to - from) / 1e6;
}
