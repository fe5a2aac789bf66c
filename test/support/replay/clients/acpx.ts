import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reportIn, type Report } from '../replaying.js';
import { run, start, type Ended, type Program } from '../../processes/program.js';
import { TURNTABLE } from '../../turntable/turntable.js';
import { moved } from './disguise.js';
import { methodOf, paramsOf, type Reading } from './reading.js';
import { isObject } from './recorded.js';

/** The folder of real agents and clients that `REAL_AGENTS_HOME` names, if acpx is there. */
const HOME = process.env['REAL_AGENTS_HOME'] ?? '';
const ACPX = join(HOME, 'acpx/node_modules/.bin/acpx');
const NODE = join(HOME, 'node22/node_modules/node/bin/node');

export const hasAcpx = HOME !== '' && existsSync(ACPX) && existsSync(NODE);

/** How one replayed agent process ended. */
export interface AgentEnd {
  readonly exit: number;
  readonly report: Report;
}

/**
 * A working folder for the client acpx, whose agent is the replay of a capture: the first process of it at the first
 * start, the second at the second, and so on.
 */
export class AcpxPlace {
  readonly #folder: string;
  readonly #project: string;
  readonly #agent: string;
  readonly #root: string;

  /**
   * @param processes readings of all agent processes of the capture
   * @param capture path of the capture
   */
  constructor(folder: string, processes: readonly Reading[], capture: string) {
    this.#folder = folder;
    this.#project = join(folder, 'project');
    this.#agent = join(folder, 'agent.cjs');
    this.#root = rootOf(processes);
    mkdirSync(join(folder, 'home'), { recursive: true });
    mkdirSync(join(folder, 'ends'));
    mkdirSync(this.#project);
    for (const [path, content] of filesRead(processes)) this.#put(path, content);
    writeFileSync(this.#agent, this.#script(capture, processes.length));
    chmodSync(this.#agent, 0o755);
  }

  /** Runs acpx with these words to its end. */
  async acpx(...words: readonly string[]): Promise<Ended> {
    return run(this.#words(words), { env: this.#env(), cwd: this.#project, stdin: 'ignore' });
  }

  startAcpx(...words: readonly string[]): Program {
    return start(this.#words(words), { env: this.#env(), cwd: this.#project, stdin: 'ignore' });
  }

  /** The text of a recorded prompt, as it is in this folder. */
  inPlace(text: string): string {
    return moved(text, new Map([[this.#root, this.#project]]));
  }

  /** The agent processes that have ended. */
  ends(): AgentEnd[] {
    const names = readdirSync(join(this.#folder, 'ends')).filter((name) => name.endsWith('.exit'));
    return names.sort().map((name) => ({
      exit: Number(readFileSync(join(this.#folder, 'ends', name), 'utf8')),
      report: reportIn(readFileSync(join(this.#folder, 'ends', name.replace('.exit', '.json')), 'utf8')),
    }));
  }

  #words(words: readonly string[]): string[] {
    return [NODE, ACPX, '--cwd', this.#project, '--timeout', '40', '--agent', this.#agent, ...words];
  }

  #env(): Record<string, string> {
    return { HOME: join(this.#folder, 'home'), PATH: `${dirname(NODE)}:/usr/local/bin:/usr/bin:/bin`, TERM: 'dumb' };
  }

  #put(recordedPath: string, content: string): void {
    const path = this.inPlace(recordedPath);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  /** Counts its own starts, passes signals on and notes how the replay ended. */
  #script(capture: string, processes: number): string {
    return `#!${process.execPath}
const { spawn } = require('node:child_process');
const { mkdirSync, writeFileSync } = require('node:fs');
const ends = ${JSON.stringify(join(this.#folder, 'ends'))};
let count = 1;
for (;;) {
  try {
    mkdirSync(ends + '/' + count);
    break;
  } catch {
    count += 1;
  }
}
const report = ends + '/' + count + '.json';
const which = ${processes > 1} ? ['--process', String(count)] : [];
const words = [${JSON.stringify(TURNTABLE)}, 'replay', '--wait', '20s', '--report', report, ...which, ${JSON.stringify(capture)}];
const child = spawn(process.execPath, words, { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  writeFileSync(ends + '/' + count + '.exit', String(code ?? signal));
  process.exit(code ?? 1);
});
`;
  }
}

function rootOf(processes: readonly Reading[]): string {
  for (const { recorded } of processes) {
    for (const entry of recorded.client) {
      const { cwd } = paramsOf(entry);
      if (methodOf(entry) === 'session/new' && typeof cwd === 'string') return cwd;
    }
  }
  throw new Error('no session in a folder');
}

/** What the client read from its files, each as it was the first time. */
function filesRead(processes: readonly Reading[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const reading of processes) {
    for (const request of reading.recorded.agent) {
      const { path } = paramsOf(request);
      const response = reading.answerTo(request)?.message;
      if (methodOf(request) !== 'fs/read_text_file' || typeof path !== 'string' || response?.kind !== 'response')
        continue;
      const content = isObject(response.outcome) ? response.outcome['content'] : undefined;
      if (typeof content === 'string' && !files.has(path)) files.set(path, content);
    }
  }
  return files;
}
