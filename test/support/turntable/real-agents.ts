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
export async function startScript(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, stdout, stderr } = await run([process.execPath, join(KIT, 'agent-info.mjs'), name, 'script'], { env });
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

const DRIVER = fileURLToPath(new URL('hang-real-agent.js', import.meta.url));
/** Nothing else listens there in the sandbox. */
const SILENT_PORT = '8098';

export interface RealHang {
  /** The agent's working directory. */
  readonly folder: string;
  readonly prompt: string;
  /** What it hangs at: see hang-real-agent.js. */
  readonly how: string;
}

/** Lets a real agent hang under the tap. @returns what `why --json` says while it does */
export async function hangReal(name: string, { folder, prompt, how }: RealHang): Promise<string> {
  const script = await startScript(name, how === 'silent-model' ? { FAKE_LLM_PORT: SILENT_PORT } : {});
  const driver = [process.execPath, DRIVER, TURNTABLE, join(folder, 't.db'), script, prompt, how];
  const env = { LLM_LOG: join(folder, 'llm.log'), SILENT_PORT };
  const { stdout, stderr } = await run([join(KIT, 'sandbox.sh'), ...driver], { cwd: folder, env, stdin: 'ignore' });
  const answer = /^WHY (.*)$/m.exec(stdout.toString())?.[1];
  if (answer === undefined) throw new Error(`${name} did not come so far: ${stderr}`);
  return answer;
}

const INSIDE_DRIVER = fileURLToPath(new URL('inside-real-agent.js', import.meta.url));

/** Records a turn of a real agent with `--inside`. @returns `inside` of what `stats --json` says afterwards */
export async function insideReal(name: string, folder: string): Promise<string> {
  const driver = [process.execPath, INSIDE_DRIVER, TURNTABLE, join(folder, 't.db'), KIT, name];
  const env = { LLM_LOG: join(folder, 'llm.log') };
  const { stdout, stderr } = await run([join(KIT, 'sandbox.sh'), ...driver], { cwd: folder, env, stdin: 'ignore' });
  const told = /^INSIDE (.*)$/m.exec(stdout.toString())?.[1];
  if (told === undefined) throw new Error(`${name} did not come so far: ${stderr}`);
  return told;
}
