import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../processes/folders.js';
import { run, type Ended } from '../processes/program.js';
import { TURNTABLE } from './turntable.js';

/** Where real agents are installed. */
const HOME = process.env['REAL_AGENTS_HOME'] ?? '';
/** What starts them, each with a model that is none: beside the repository, or where `REAL_AGENTS_KIT` says. */
const KIT = process.env['REAL_AGENTS_KIT'] ?? fileURLToPath(new URL('../../../../shared/real-agents', import.meta.url));

export const hasRealAgents = HOME !== '' && existsSync(HOME) && existsSync(join(KIT, 'sandbox.sh'));

/** The words that start an agent, in the sandbox only. */
export async function startScript(name: string): Promise<string> {
  const { code, stdout, stderr } = await run([process.execPath, join(KIT, 'agent-info.mjs'), name, 'script']);
  if (code !== 0) throw new Error(`${name} cannot be started: ${stderr}`);
  return stdout.toString().trim();
}

/** A run of a real agent. */
interface RealRun extends Ended {
  /** Drives the agent once more, in another folder, with the client of this run. */
  readonly again: () => Promise<Ended>;
}

/** Plays the client of a capture to a real agent, in a folder like the one where it was recorded. */
export async function driveReal(capture: string, script: string): Promise<RealRun> {
  const db = join(temporaryFolder(), 't.db');
  // agents say the folder's name
  const name = basename(capture, '.jsonl');
  const drive = async (named: string) => driveIn(join(temporaryFolder(), name), [named, '--db', db], script);
  return { ...(await drive(capture)), again: async () => drive('@last') };
}

async function driveIn(work: string, subject: readonly string[], script: string): Promise<Ended> {
  mkdirSync(work);
  writeFileSync(join(work, 'README.md'), '# Demo project\n\nHello from the README.\n');
  writeFileSync(join(work, 'hello.txt'), 'line one\nline two\nline three\n');
  const replay = [TURNTABLE, 'replay', ...subject, '--as', 'client', '--json', '--wait', '60s', '--cwd', work];
  const words = [process.execPath, ...replay, '--', script];
  const env = { LLM_LOG: join(work, '..', 'llm.log') };
  return run([join(KIT, 'sandbox.sh'), ...words], { cwd: work, env, stdin: 'ignore' });
}
