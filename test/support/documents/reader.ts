import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../processes/folders.js';
import { ROOT } from './pages.js';

/** What in `fixtures` pages may write beside, or finds its own place by where it lies. */
const WRITTEN_OR_RUN = ['agents', 'clients', 'conversations', 'lib', 'demo.js'];
/** Programs that the pages only name as examples. Here the demo agent plays them. */
export const PLAYED_AGENTS: readonly string[] = ['gemini', 'my-agent'];

/** A clone like that of somebody who follows the pages. @param clone its folder, to be made */
export function makeClone(clone: string): void {
  link(ROOT, clone, ['.git', 'demo', 'docs', 'fixtures']);
  cpSync(join(ROOT, 'docs'), join(clone, 'docs'), { recursive: true });
  // the build is as old as in the repository: the rules are its sources
  link(join(ROOT, 'fixtures'), join(clone, 'fixtures'), WRITTEN_OR_RUN);
  for (const name of WRITTEN_OR_RUN)
    cpSync(join(ROOT, 'fixtures', name), join(clone, 'fixtures', name), { recursive: true });
}

/** Does what `npm run demo` does. @returns the folder with the recording */
export function recordDemo(clone: string): string {
  const { status, stderr } = spawnSync(process.execPath, ['fixtures/demo.js'], { cwd: clone, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm run demo ended with ${status ?? 'a signal'}: ${stderr}`);
  return join(clone, 'demo');
}

/** Scripts on a reader's `PATH`: the played agents and, where it is installed, Turntable. @returns their folder */
export function installedPrograms({ hasTurntable }: { readonly hasTurntable: boolean }): string {
  const folder = join(temporaryFolder(), 'programs');
  mkdirSync(folder);
  const demoAgent = join(ROOT, 'fixtures/agents/demo-agent.js');
  for (const name of PLAYED_AGENTS) script(join(folder, name), `'${demoAgent}'`);
  if (hasTurntable) script(join(folder, 'turntable'), `'${join(ROOT, 'bin/turntable.js')}' "$@"`);
  return folder;
}

function script(path: string, words: string): void {
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' ${words}\n`);
  chmodSync(path, 0o755);
}

/** Makes a folder `to` that holds links to all in `from`, apart from some. */
function link(from: string, to: string, apart: readonly string[]): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) if (!apart.includes(name)) symlinkSync(join(from, name), join(to, name));
}
