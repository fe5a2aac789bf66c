import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TURNTABLE = fileURLToPath(new URL('../../../bin/turntable.js', import.meta.url));
const LIMIT_MS = 30_000;

/** Whether there is a terminal to start the command in: `script`, of util-linux. */
export function hasTerminal() {
  return spawnSync('script', ['--version']).status === 0;
}

/**
 * Starts `turntable browse 1` in a terminal of 120x40, goes to the list of frames and leaves, as a person does.
 *
 * @returns {Promise<{ ms: number, cpuMs: number }>} from the start of the process to the first row of the list; the CPU time of
 *   it, NaN where the system does not tell (Linux does)
 */
export async function startScreen(path) {
  const words = [process.execPath, TURNTABLE, 'browse', '1', '--db', path].map((word) => `'${word}'`).join(' ');
  // the shell becomes the command: from what it says last on, the time is the command's
  const terminal = new Terminal(`stty cols 120 rows 40; echo "pid $$"; exec ${words}`);
  const [, pid] = await terminal.shows(/pid (\d+)/);
  const began = performance.now();
  await terminal.shows(/1049h[^]*Turns/);
  terminal.press('3');
  await terminal.shows(/initialize/);
  const figures = { ms: performance.now() - began, cpuMs: cpuMsOf(pid) };
  terminal.press('Q');
  await terminal.ended;
  return figures;
}

/** A shell command in a terminal, and all that is written there. */
class Terminal {
  ended;
  #child;
  #text = '';
  #look = () => undefined;

  constructor(command) {
    const env = { ...process.env, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' };
    this.#child = spawn('script', ['-qfec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.ended = new Promise((resolve) => this.#child.on('close', resolve));
    this.#child.stdout.setEncoding('utf8').on('data', (text) => {
      this.#text += text;
      this.#look();
    });
  }

  press(key) {
    this.#child.stdin.write(key);
  }

  /** Waits until something matches in what was written; resolves to the match. */
  async shows(wanted) {
    const shown = new Promise((resolve) => {
      this.#look = () => {
        const match = wanted.exec(this.#text);
        if (match !== null) resolve(match);
      };
      this.#look();
    });
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), LIMIT_MS);
    const gone = this.ended.then(() => {
      throw new Error(`the screen ended, or did not show ${wanted}; it wrote ${JSON.stringify(this.#text)}`);
    });
    try {
      return await Promise.race([shown, gone]);
    } finally {
      clearTimeout(limit);
    }
  }
}

/** What all threads of a process have had of the CPU so far, in ms. */
function cpuMsOf(pid) {
  const folder = `/proc/${pid}/task`;
  try {
    const ns = readdirSync(folder).map((thread) =>
      Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return ns.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return NaN;
  }
}
