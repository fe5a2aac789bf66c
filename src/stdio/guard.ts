import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';

/** How long after the agent the guard starts, in ms. Most agents are still loading then, so nobody notices. */
const START_AFTER_MS = 5;
/** If the guard dies, another one starts after this time, in ms: whatever killed it may be killing the agent as well. */
const RESTART_AFTER_MS = 20;
/** Signals that one sender sends to several processes come within this time, in ms. */
const SAME_HAND_MS = 50;
/** How long the guard may take to answer, in ms. After that, the signal is passed on: a signal twice does less harm than none. */
const ANSWER_MS = 1000;

const SHELL = '/bin/sh';
/** The exit code of the script after SIGQUIT. */
const QUIT_CODE = 131;

/**
 * `$1` is the agent's pid, descriptor 3 the pipe to the tap. An empty line asks whether the script is alive; any other line ends it. If the
 * pipe closes without such a line, the tap was killed, and the script kills the agent. It checks the parent and the start time first,
 * because the pid may belong to another process by now: it reads `/proc`, without starting a program, or runs `ps` on macOS. The script has
 * to die of the same signals as the agent, but bash ignores SIGQUIT.
 */
const SCRIPT = `
trap '' PIPE
trap 'exit ${QUIT_CODE}' QUIT
look() {
  parent= born= last=
  if [ -e /proc/self/stat ]; then
    [ -r "/proc/$1/stat" ] || return
    while read -r line; do last=$line; done <"/proc/$1/stat"
    set -- \${last##*) }
    parent=$2 born=\${20}
  else
    set -- $(/bin/ps -o ppid= -o lstart= -p "$1")
    parent=$1
    [ "$parent" ] && shift
    born=$*
  fi
}
look "$1"
known=
[ "$parent" = "$PPID" ] && known=$born
while read -r word <&3; do
  [ "$word" ] && exit
  echo >&3
done
look "$1"
[ "$born" ] && [ "$born" = "$known" ] && kill -9 "$1"
`;

interface Question {
  readonly resolve: (isShared: boolean) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A shell beside the agent, in the same process group.
 *
 * It has two tasks. If the tap is killed, the shell sees the end of its pipe and kills the agent. And it shows whether a signal was sent to
 * the tap alone or to the whole group: if the shell died of it too, the agent got it as well.
 */
export class Guard {
  readonly #agent: ChildProcess;
  readonly #questions: Question[] = [];
  /** Descriptor 3 of the shell, while it runs. */
  #channel: Duplex | undefined;
  #starting: NodeJS.Timeout | undefined;
  #lastDeath: { readonly signal: NodeJS.Signals; readonly atMs: number } | undefined;

  constructor(agent: ChildProcess) {
    this.#agent = agent;
    this.#startAfter(START_AFTER_MS);
    agent.once('exit', () => {
      this.#dismiss();
    });
  }

  /** Passes a signal on to the agent, unless its sender has sent it to the agent as well. */
  async passOn(signal: NodeJS.Signals): Promise<void> {
    if (await this.#isShared(signal)) return;
    const { exitCode, signalCode } = this.#agent;
    if (exitCode === null && signalCode === null) this.#agent.kill(signal);
  }

  #isShared(signal: NodeJS.Signals): Promise<boolean> {
    const { atMs = -Infinity } = this.#lastDeath?.signal === signal ? this.#lastDeath : {};
    if (performance.now() - atMs < SAME_HAND_MS) return Promise.resolve(true);
    const channel = this.#channel;
    if (channel === undefined) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve(false);
      }, ANSWER_MS);
      this.#questions.push({ resolve, timer });
      // a pending signal ends the shell before it can read this
      channel.write('\n');
    });
  }

  #startAfter(ms: number): void {
    this.#starting = setTimeout(() => {
      this.#start();
    }, ms).unref();
  }

  #start(): void {
    const shell = spawn(SHELL, ['-c', SCRIPT, 'turntable-guard', String(this.#agent.pid)], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      windowsHide: true,
    });
    // a system without a shell: the agent then only sees the end of its stdin
    shell.once('error', () => undefined);
    const channel = shell.stdio[3] as Duplex | null;
    if (shell.pid === undefined || channel === null) return;
    shell.unref();
    (channel as Duplex & { unref(): void }).unref();
    channel
      .on('error', () => undefined)
      .on('data', (answers: Buffer) => {
        // each answer is one newline
        answers.forEach(() => {
          this.#answer(false);
        });
      });
    shell.once('exit', (code, signal) => {
      this.#channel = undefined;
      this.#died(code === QUIT_CODE ? 'SIGQUIT' : signal);
    });
    this.#channel = channel;
  }

  #died(signal: NodeJS.Signals | null): void {
    if (signal !== null) this.#lastDeath = { signal, atMs: performance.now() };
    const isShared = signal !== null && signal !== 'SIGKILL';
    while (this.#questions.length > 0) this.#answer(isShared);
    // a guard that cannot run here ends by itself, without a signal
    if (signal !== null && this.#agent.exitCode === null && this.#agent.signalCode === null)
      this.#startAfter(RESTART_AFTER_MS);
  }

  #answer(isShared: boolean): void {
    const question = this.#questions.shift();
    clearTimeout(question?.timer);
    question?.resolve(isShared);
  }

  #dismiss(): void {
    clearTimeout(this.#starting);
    this.#channel?.end('done\n');
  }
}
