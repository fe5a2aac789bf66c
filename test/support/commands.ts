import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { run, type Ended } from './program.js';
import { agent, client, TURNTABLE, type Place } from './turntable.js';

/** Runs a command that needs no database of its own, in the folder of a place. */
export async function turntable(place: Place, words: readonly string[], input?: string): Promise<Ended> {
  const options = { cwd: place.folder, env: { TURNTABLE_HOME: place.folder } };
  const command = [process.execPath, TURNTABLE, ...words];
  return input === undefined ? run(command, { ...options, stdin: 'ignore' }) : run(command, { ...options, input });
}

/** Writes a file into the folder of a place; returns its path. */
export function write(place: Place, name: string, text: string | Uint8Array): string {
  const path = join(place.folder, name);
  writeFileSync(path, text);
  return path;
}

/** Records the demo client with the demo agent. */
export async function recordDemo(place: Place, ...flags: string[]): Promise<void> {
  const tap = place.tapWords(agent('demo-agent', ...flags), { options: ['--name', 'demo', '--quiet'] });
  const { code, stderr } = await run(client('demo-client', ['--quiet'], tap), { cwd: place.folder, stdin: 'ignore' });
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
}
