// A person at the screen of a recording of many frames, in a process of its own: prints one JSON object of figures.
// usage: node session.js DATABASE
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { derivationMark, openDatabase, Browser, useLittleMemory, Surface } from '../../../build/parts.js';
import { quantile } from '../stats.js';

const [, , path] = process.argv;
const WIDTH = 120;
const HEIGHT = 40;
const IDLE_MS = 3_000;

/** A terminal that takes all it is given, and tells of it. */
class Terminal extends EventEmitter {
  columns = WIDTH;
  rows = HEIGHT;
  isTTY = true;
  writable = true;
  bytes = 0;
  #waiting;

  write(text) {
    this.bytes += text.length;
    this.#waiting?.(performance.now());
    this.#waiting = undefined;
    return true;
  }

  /** When the next picture is written. */
  picture() {
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  setRawMode() {
    return this;
  }

  resume() {}

  pause() {}
}

const terminal = new Terminal();
const db = openDatabase(path, { create: false, busyMs: 1000 });
useLittleMemory(db);
const surface = new Surface({ input: terminal, output: terminal, colours: 256, charset: 'utf-8', hasMouse: true });
const nothing = () => undefined;
const options = { surface, db, recording: 1, bringIn: nothing, copy: () => true, page: nothing, suspend: nothing };
const browser = new Browser(options, false);
const over = browser.run();
await terminal.picture();
await press('3');

const figures = { cold: await keys(200) };
const began = performance.now();
await waitUntilChecked();
figures.checkedMs = performance.now() - began;
figures.warm = await keys(600);
figures.seek = await seeks(100);
await press('5');
figures.transcriptSeek = await seeks(100);
await press('s');
await sleep(500);
const cpu = process.cpuUsage();
await sleep(IDLE_MS);
const { user, system } = process.cpuUsage(cpu);
figures.idleCpu = (user + system) / 1000 / IDLE_MS;
// the most it ever was
figures.rssMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
surface.emit('key', { name: 'S-q' });
await over;
surface.destroy();
db.close();
console.log(JSON.stringify(figures));

/** Presses a key; the time until its picture is written, in ms. */
async function press(name, text) {
  const since = performance.now();
  const written = terminal.picture();
  surface.emit('key', { name, ...(text !== undefined && { text }) });
  return (await written) - since;
}

/** Moves as people do: lines, pages, ends, violations, turns. */
async function keys(count) {
  const moves = ['j', 'j', 'j', 'pagedown', 'k', 'v', '>', 'C-d', 'S-g', 'pageup', 'j', 'g', 'c', 'j', 'c', 'S-v', '<'];
  const times = [];
  for (let n = 0; n < count; n += 1) {
    times.push(await press(moves[n % moves.length]));
    // what goes on between keys has its time, as with a person
    await sleep(2);
  }
  return quantilesOf(times);
}

async function seeks(count) {
  const [times, cpus] = [[], []];
  for (let n = 0; n < count; n += 1) {
    const seq = Math.floor(((n * 7919) % 1000) * 999);
    await press(':', ':');
    for (const letter of `seek #${seq}`) await press(letter === ' ' ? 'space' : letter, letter);
    const before = cpuMs();
    times.push(await press('enter'));
    cpus.push(cpuMs() - before);
  }
  return { ...quantilesOf(times), cpu: quantilesOf(cpus) };
}

/** What this process has cost so far, in ms of CPU. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function quantilesOf(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95), maxMs: sorted.at(-1) };
}

async function waitUntilChecked() {
  const kept = db.prepare('SELECT 1 FROM analysis WHERE recording = 1 AND version = ?');
  while (kept.get(derivationMark(db)) === undefined) await sleep(50);
  await sleep(500);
}
