import { pathToFileURL } from 'node:url';
import { fixture } from './turntable.js';

interface Garbage {
  /** `bytes` nasty bytes made from `seed`, always the same. */
  readonly nasty: (seed: number, bytes: number) => Buffer;
}

interface SplitUtf8 {
  readonly splitBytes: () => Buffer;
}

/** What `garbage.js` writes. */
export async function nasty(seed: number, bytes: number): Promise<Buffer> {
  const garbage = (await import(pathToFileURL(fixture('agents/garbage.js')).href)) as Garbage;
  return garbage.nasty(seed, bytes);
}

/** What `split-utf8.js` writes. */
export async function splitBytes(): Promise<Buffer> {
  const splitUtf8 = (await import(pathToFileURL(fixture('agents/split-utf8.js')).href)) as SplitUtf8;
  return splitUtf8.splitBytes();
}
