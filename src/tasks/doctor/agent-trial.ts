import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HandshakeReader } from '../../model/handshake/handshake.js';
import { TapGroup } from '../../stdio/tap-group.js';
import { TURNTABLE } from '../../package-files.js';
import { LineSplitter } from '../../wire/line-splitter.js';
import { readMessage, type Message } from '../../wire/message.js';
import type { FindingJson } from '../../report/json-output.js';
import { formatCount } from '../../report/quantities.js';
import { summaryOf } from '../../report/summary.js';
import { mainWait } from '../../report/waits/waiting.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { ChunkWaits } from '../waiting/chunk-waits.js';

/** How often the message about waiting is repeated, in ms. */
const SAY_AGAIN_MS = 5000;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: 1,
    clientInfo: { name: 'turntable-doctor', version: '0' },
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  },
};

export interface TrialOptions {
  /** How long the agent may take to answer, in ms. */
  readonly waitMs: number;
  /** Called with messages about the wait. */
  readonly say: (text: string) => void;
}

/** Starts an agent under the tap, sends `initialize`, and reports the answer. @param words its command and arguments */
export async function tryAgent(words: readonly string[], options: TrialOptions): Promise<FindingJson[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turntable-doctor-'));
  const leaving = (): void => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const args = [TURNTABLE, 'record', '--quiet', '--db', join(folder, 'trial.db'), '--', ...words];
    return await new Trial(new TapGroup([process.execPath, ...args], leaving), options).run();
  } finally {
    leaving();
  }
}

/** Why the wait is over: the agent answered, it ended, or it took too long. */
type Outcome = Message | 'ended' | 'timed out';

/** One run of an agent, up to its answer. */
class Trial {
  readonly #group: TapGroup;
  readonly #options: TrialOptions;
  readonly #noise: string[] = [];
  readonly #waits = new ChunkWaits();
  #stderr: { text: string; atMs: number } | undefined;
  #end: string | undefined;

  constructor(group: TapGroup, options: TrialOptions) {
    this.#group = group;
    this.#options = options;
    group.tap.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = { text: ((this.#stderr?.text ?? '') + text).slice(-500), atMs: performance.now() };
    });
  }

  async run(): Promise<FindingJson[]> {
    const { waitMs, say } = this.#options;
    const ended = this.#group.ended.then((end) => {
      this.#end = typeof end === 'number' ? `exit code ${end}` : end;
      return 'ended' as const;
    });
    say(`waiting up to ${waitMs / 1000} s for the agent to respond to initialize`);
    const sayAgain = setInterval(() => {
      say(`still waiting: ${this.#owed().join('; ')}`);
    }, SAY_AGAIN_MS);
    const outcome = await Promise.race([this.#answer(), ended, timeout(waitMs)]);
    clearInterval(sayAgain);
    // from here on, we end the agent
    const finding = this.#answerFinding(outcome);
    this.#group.leave(() => {
      say('the agent did not end after its stdin was closed: sending signals');
    });
    await ended;
    return [finding, ...this.#noiseFinding()];
  }

  #answer(): Promise<Message> {
    return new Promise((resolve) => {
      const splitter = new LineSplitter({
        line: ({ bytes }) => {
          const message = readMessage(bytes);
          if (message.kind === 'response') resolve(message);
          else if (message.kind === 'malformed') this.#noise.push(Buffer.from(bytes).toString());
        },
        part: () => undefined,
      });
      this.#group.tap.stdout?.on('data', (chunk: Buffer) => {
        splitter.push(chunk, 0);
        this.#waits.take({ sender: 'agent', bytes: chunk, atMs: performance.now() });
      });
      const line = Buffer.from(`${JSON.stringify(INITIALIZE)}\n`);
      this.#group.tap.stdin?.write(line);
      this.#waits.take({ sender: 'client', bytes: line, atMs: performance.now() });
    });
  }

  /** What the agent owes, and how we know. */
  #owed(): string[] {
    const wait = mainWait(this.#why().waits);
    if (wait === undefined) return [];
    const facts = wait.lines.filter(({ certainty, text }) => certainty === 'fact' && !wait.headline.includes(text));
    return [wait.headline, ...facts.slice(1).map(({ text }) => text)];
  }

  #why(): WhyJson {
    const stderr = this.#stderr;
    const last = stderr?.text.trimEnd().split('\n').at(-1) ?? '';
    const line = stderr && { seq: -1, at: this.#waits.timeOf(stderr.atMs), text: escapeUnsafe(last) };
    return this.#waits.ask(performance.now(), { stderr: line ?? null });
  }

  #answerFinding(answer: Outcome): FindingJson {
    const what = 'agent';
    if (answer === 'ended' || answer === 'timed out' || answer.kind !== 'response') {
      const how =
        answer === 'ended'
          ? `ended without answering (${this.#end ?? ''})`
          : `had not answered when doctor gave up after ${this.#options.waitMs / 1000} s`;
      const stderr = this.#stderr?.text.trim() ?? '';
      const said = stderr === '' ? '' : `; its stderr ends: ${stderr}`;
      const owed = answer === 'timed out' ? `: ${this.#owed().join('; ')}` : '';
      return {
        what,
        state: 'problem',
        detail: `it ${how}${owed}${said}`,
        fix:
          answer === 'timed out'
            ? 'Run the command on its own to see what it is waiting for. If it is only slow, give it more time: --wait 2m'
            : 'Run the command on its own to see what it prints.',
      };
    }
    if (!answer.outcome.ok)
      return { what, state: 'problem', detail: `it answered initialize with ${summaryOf(answer)}` };
    const reader = new HandshakeReader();
    reader.take('client', readMessage(new TextEncoder().encode(JSON.stringify(INITIALIZE))));
    reader.take('agent', answer);
    const { agent, protocol } = reader.handshake;
    const detail = `${agent ?? 'it'} answered through the tap, protocol version ${protocol ?? 'unknown'}: ${summaryOf(answer)}`;
    return { what, state: 'ok', detail };
  }

  #noiseFinding(): FindingJson[] {
    const [first] = this.#noise;
    if (first === undefined) return [];
    const detail = `${formatCount(this.#noise.length, 'line')} on its stdout that are not JSON-RPC; the first: ${first.slice(0, 200)}`;
    return [
      { what: 'agent', state: 'problem', detail, fix: 'Only messages may go to stdout. Make the agent log to stderr.' },
    ];
  }
}

function timeout(ms: number): Promise<'timed out'> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, 'timed out').unref();
  });
}
