import { spawn, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { reasonOf } from '../../errors.js';
import { insideVariables } from '../../inside/known-agents.js';
import { TURNTABLE } from '../../package-files.js';
import { INTERPRETER, launcherOf, scriptIn } from '../launch/program-text.js';

/** The receiver has to be there before the agent starts: this is how long the agent waits for it at most, in ms. */
const START_MS = 3000;
/** What an export may make of its memory, in MB. It is another process so that nothing else suffers. */
const MEMORY_MB = 256;

export interface InsideRequest {
  /** The agent's command and its arguments. */
  readonly agent: readonly [string, ...string[]];
  /** From `--otel-env`. */
  readonly wished: readonly string[];
  readonly say: (text: string) => void;
}

/** The receiver of a run, as the tap sees it. */
export interface Inside {
  /** To be set for the agent, beside its environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Tells the receiver where to write. */
  readonly recordInto: (file: string) => void;
  /** The agent has ended; nothing waits for the receiver. */
  readonly agentEnded: () => void;
}

/** Starts the receiver for an agent that is about to start. Undefined where there is nothing to receive, which is said. */
export async function startInside({ agent, wished, say }: InsideRequest): Promise<Inside | undefined> {
  const receiver = spawn(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, TURNTABLE, 'receive'], {
    cwd: '/',
    // whoever ends the tap's group leaves it the last second
    detached: true,
    env: ownEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const { stdin, stdout } = receiver;
  stdin.on('error', () => undefined);
  const end = (): void => {
    stdin.end();
  };
  try {
    const address = await addressOf(receiver);
    const { variables, notes } = insideVariables(programsOf(agent), process.env, { address, wished });
    for (const note of notes) say(note);
    if (Object.keys(variables).length > 0) {
      const recordInto = (file: string): void => void stdin.write(`${JSON.stringify(file)}\n`);
      return { variables, recordInto, agentEnded: end };
    }
  } catch (thrown) {
    say(`--inside: the receiver did not start (${reasonOf(thrown)}); the agent runs without it`);
  } finally {
    // nothing of it keeps the tap
    receiver.unref();
    stdout.destroy();
    (stdin as typeof stdin & { unref(): void }).unref();
  }
  end();
  return undefined;
}

function ownEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  // meant for the agent
  delete env['NODE_OPTIONS'];
  delete env['NODE_V8_COVERAGE'];
  return env;
}

/** The first line that it prints. */
function addressOf(receiver: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`no address after ${START_MS / 1000} s`));
    }, START_MS);
    let said = '';
    receiver.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!said.endsWith('\n')) return;
      clearTimeout(timer);
      resolve(said.trim());
    });
    receiver.once('error', reject);
    receiver.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('it ended at once'));
    });
  });
}

/** What names an agent in its command line: the command, and what an interpreter or launcher is to run. */
function programsOf([command, ...args]: readonly [string, ...string[]]): string[] {
  const name = basename(command).replace(/\.(?:exe|cmd|bat)$/i, '');
  const runs = INTERPRETER.test(name) ? scriptIn(args) : launcherOf(name, args)?.starts;
  return [command, ...(runs === undefined ? [] : [runs])];
}
