import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';

/** How long after the agent the guard starts, in ms: most agents still load then, and nobody waits for it. */
const START_AFTER_MS = 5;
/** How long after its death another one starts, in ms: what ended it may be ending the agent as well. */
const RESTART_AFTER_MS = 20;
/** Signals of one hand come within this time, in ms. */
const SAME_HAND_MS = 50;
/** How long it may take to answer, in ms. A signal that comes twice does less harm than one that never comes. */
const ANSWER_MS = 1000;

const SHELL = '/bin/sh';
/** What the script exits with after SIGQUIT. */
const QUIT_CODE = 131;

/**
 * `$1` is the agent's pid, descriptor 3 the tap. An empty line is a question, any other line sends it away. When the tap is gone
 * without a word, it kills the agent: a child of the same parent that started at the same time, never one that was given its pid
 * later. `/proc` is read without starting anything; macOS has `ps` for it. It must die of what the agent would die of, and bash
 * ignores SIGQUIT.
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
 * A tap that is killed cannot pass that on; the shell sees the end of its pipe and kills the agent. And a tap cannot see whether a
 * signal was sent to it alone, or to its whole group, agent included: where the shell dies of it too, the agent has had it.
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

  /** Passes a signal on to the agent, unless whoever sent it has sent it to the agent too. */
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
      // what is pending ends the shell before it can read this
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
    // a system without a shell: what is left to the agent is the end of its stdin
    shell.once('error', () => undefined);
    const channel = shell.stdio[3] as Duplex | null;
    if (shell.pid === undefined || channel === null) return;
    shell.unref();
    (channel as Duplex & { unref(): void }).unref();
    channel
      .on('error', () => undefined)
      .on('data', (answers: Buffer) => {
        // a newline each
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
    // one that cannot run here ends by itself
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
