import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { run, type Ended } from '../processes/program.js';
import { agent, client, fixture, type Place } from './turntable.js';

/** Runs a command that needs no database of its own, in the folder of a place. */
export async function turntable(place: Place, words: readonly string[], input?: string): Promise<Ended> {
  return place.run(words, { cwd: place.folder, env: { TURNTABLE_HOME: place.folder }, input });
}

/** Writes a file into the folder of a place; returns its path. */
export function write(place: Place, name: string, text: string | Uint8Array): string {
  const path = join(place.folder, name);
  writeFileSync(path, text);
  return path;
}

/** Puts the demo client's conversation with the demo agent into a place, which breaks one rule. */
export async function importDemo(place: Place): Promise<void> {
  await place.output('import', fixture('conversations/demo.acp'), '--name', 'demo');
}

/** Records the demo client with the demo agent. */
export async function recordDemo(place: Place, ...flags: string[]): Promise<void> {
  const tap = place.tapWords(agent('demo-agent', ...flags), { options: ['--name', 'demo', '--quiet'] });
  const { code, stderr } = await run(client('demo-client', ['--quiet'], tap), { cwd: place.folder, stdin: 'ignore' });
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
}
