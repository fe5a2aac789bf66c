import { parseDuration } from '../../replay/engine/pace.js';
import { driftLines, type DriftLine } from '../../report/drift/drift-text.js';
import { printedJson } from '../../report/printed-json.js';
import { splitWords } from '../../tasks/command-words.js';
import { driftOf, lockOf, readLock, requireWritableLock, writeLock } from '../../tasks/drift/lock.js';
import { probeAgent } from '../../tasks/drift/probe.js';
import { painted, type CliIo, type Colour } from '../program/io.js';

export interface DriftOptions {
  readonly lock: string;
  /** Write the lock instead of comparing with it. */
  readonly update?: boolean;
  /** How long the agent may take for an answer, such as `20s`. */
  readonly wait: string;
  readonly json?: boolean;
}

/** `turntable drift AGENT`: how an agent differs from its lock file. Exit 1 if it does. */
export async function drift(agent: readonly string[], options: DriftOptions, io: CliIo): Promise<number> {
  const { lock: path, update = false, wait, json = false } = options;
  const probing = {
    waitMs: parseDuration(wait, '--wait'),
    say: (text: string) => {
      io.say(`turntable: ${text}`);
    },
  };
  const [only = '', ...more] = agent;
  const words = more.length === 0 ? splitWords(only) : agent;
  if (update) requireWritableLock(path);
  const before = update ? undefined : readLock(path);
  const first = await probeAgent(words, probing);
  // a value that differs between two probes in a row does not belong into a lock
  const lock = before ?? lockOf(first, await probeAgent(words, probing));
  if (update) writeLock(path, lock);
  const found = driftOf(lock, first);
  if (json) await io.print(`${printedJson(found, 2)}\n`);
  else for (const { text, style } of driftLines(found)) await io.printLine(painted(COLOURS[style], text));
  if (update) io.say(`turntable: ${path} is written`);
  return found.equal ? 0 : 1;
}

const COLOURS: Readonly<Record<DriftLine['style'], Colour>> = {
  title: 'bold',
  place: 'cyan',
  removed: 'red',
  added: 'green',
};
