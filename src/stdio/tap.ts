import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { reasonOf } from '../errors.js';
import type { Stream } from '../wire/frame.js';
import { startAgent, startFailure, type AgentCommand } from './agent-start.js';
import { Guard } from './guard.js';
import type { Journal } from './journal/journal.js';
import type { AgentProcess } from './launch/launch-note.js';
import { ownStdio } from './own-stdio.js';
import { Parting, type PartingEnd } from './parting.js';
import { Relay, type RelayHooks } from './relay.js';
import { dieBy, onSignal } from './signals.js';

/** The signals that ask the agent to end. */
const ASKS_TO_END: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']);
/** If the agent ends within this time after such a signal, in ms, the signal counts as the reason. */
const ASKED_MS = 10_000;

/** The functions around the traffic. None of them may throw. */
export interface TapSurroundings {
  /** Opens the journal of the agent that was just started; undefined if nothing should or can be recorded. */
  readonly openJournal: (agent: AgentProcess) => Journal | undefined;
  /** Called with each chunk that is forwarded. */
  readonly forwarded: (stream: Stream, chunk: Uint8Array) => void;
  /** Prints a line on stderr. */
  readonly say: (text: string) => void;
  /** Called when the traffic is over, to write the last events into the journal. */
  readonly ending: () => Promise<void>;
  /** Called when the traffic is over and the journal is closed. Our exit waits for it. */
  readonly finished: () => Promise<void>;
}

/** How the agent ended: one of the two is set. */
interface AgentEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Runs the agent between our stdin and stdout until it ends, then ends this process in the same way. */
export class Tap {
  readonly #surroundings: TapSurroundings;
  readonly #agent: ChildProcess;
  #journal: Journal | undefined;
  /** The relays from the agent: its stdout and, unless the agent inherits ours, its stderr. */
  readonly #fromAgent: { agent?: Relay; stderr?: Relay } = {};
  #agentEnd: AgentEnd | undefined;
  #parting: Parting | undefined;
  #askedAtMs = -Infinity;
  #ending = false;

  constructor(command: AgentCommand, surroundings: TapSurroundings) {
    this.#surroundings = surroundings;
    this.#agent = startAgent(command);
    const { pid, stdin, stdout, stderr } = this.#agent;
    this.#agent.on('error', (error) => {
      if (pid === undefined) this.#failToStart(command.command, error);
    });
    if (pid === undefined || stdin === null || stdout === null) return;
    const toAgent = this.#relayToAgent(stdin);
    this.#agent.once('exit', (code, signal) => {
      toAgent.stop();
      this.#agentExited({ code, signal });
    });
    this.#fromAgent.agent = this.#relayToClient(stdout);
    if (stderr !== null) this.#fromAgent.stderr = this.#relayStderr(stderr);
    this.#journal = surroundings.openJournal({ pid, isRunning: () => this.#agentEnd === undefined });
    const guard = new Guard(this.#agent);
    onSignal((signal) => {
      this.#signalled(signal, guard);
    });
  }

  #relayToAgent(stdin: Writable): Relay {
    return new Relay(ownStdio.stdin, stdin, {
      chunk: this.#recorder('client'),
      ended: () => {
        this.#journal?.event('client-eof');
        stdin.end();
      },
      broken: () => {
        if (this.#agentEnd === undefined) this.#journal?.event('stdin-closed');
        ownStdio.closeStdin();
      },
      standstill: this.#standstillOf('client'),
    });
  }

  #relayToClient(stdout: Readable): Relay {
    return new Relay(stdout, ownStdio.stdout, {
      chunk: this.#recorder('agent'),
      ended: () => {
        this.#journal?.event('agent-eof');
        ownStdio.closeStdout(() => {
          this.#parting?.relayOver();
        });
      },
      broken: () => {
        this.#journal?.event('stdout-closed');
        stdout.destroy();
        this.#parting?.relayOver();
      },
      standstill: this.#standstillOf('agent'),
    });
  }

  #relayStderr(stderr: Readable): Relay {
    const endIfOver = (): void => {
      this.#parting?.relayOver();
    };
    return new Relay(stderr, ownStdio.stderr, {
      chunk: this.#recorder('stderr'),
      ended: endIfOver,
      broken: () => {
        stderr.destroy();
        endIfOver();
      },
      standstill: this.#standstillOf('stderr'),
    });
  }

  /** Writes to the journal before forwarding, so that everything the other side received is recorded, even if we are killed. */
  #recorder(stream: Stream): (chunk: Uint8Array) => void {
    const { forwarded, say } = this.#surroundings;
    return (chunk) => {
      try {
        this.#journal?.append(stream, chunk);
        forwarded(stream, chunk);
      } catch (thrown) {
        // nothing here should throw; but if it does, the chunk must still reach the other side
        say(`internal error, nothing more is recorded (${reasonOf(thrown)})`);
        this.#journal = undefined;
      }
    };
  }

  /** @param stream the one that nobody reads */
  #standstillOf(stream: Stream): RelayHooks['standstill'] {
    return (reads, { pendingBytes, ms }) => {
      if (reads) this.#journal?.event('reading-again', { stream, ms: String(ms) });
      else this.#journal?.event('not-reading', { stream, ms: String(ms), pending: String(pendingBytes) });
    };
  }

  #signalled(signal: NodeJS.Signals, guard: Guard): void {
    this.#journal?.event('signal', { name: signal });
    if (this.#agentEnd === undefined) void guard.passOn(signal);
    if (!ASKS_TO_END.has(signal)) return;
    this.#askedAtMs = performance.now();
    this.#parting?.hurry();
  }

  #agentExited(end: AgentEnd): void {
    this.#agentEnd = end;
    this.#journal?.event('exit', end.signal === null ? { code: String(end.code) } : { signal: end.signal });
    const isAsked = performance.now() - this.#askedAtMs < ASKED_MS;
    this.#parting = new Parting(Object.values(this.#fromAgent), isAsked, (how) => {
      this.#part(how);
    });
  }

  #part(how: PartingEnd): void {
    if (how === 'left-open') this.#journal?.event('left-open');
    if (how !== 'delivered') this.#sayUndelivered();
    void this.#end();
  }

  #sayUndelivered(): void {
    const { agent, stderr } = this.#fromAgent;
    const bytes = { agent: agent?.pendingBytes ?? 0, stderr: stderr?.pendingBytes ?? 0 };
    if (bytes.agent + bytes.stderr === 0) return;
    this.#journal?.event('undelivered', { agent: String(bytes.agent), stderr: String(bytes.stderr) });
    this.#surroundings.say(
      `the client did not read the last ${bytes.agent} bytes of the agent's stdout and ${bytes.stderr} bytes of its stderr; the recording has them`,
    );
  }

  async #end(): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    for (const relay of Object.values(this.#fromAgent)) relay.stop();
    await this.#surroundings.ending();
    const lost = this.#journal?.end();
    this.#journal = undefined;
    const lostBytes = lost === undefined ? 0 : lost.client + lost.agent + lost.stderr;
    if (lostBytes > 0) this.#surroundings.say(`${lostBytes} bytes were forwarded but could not be recorded`);
    await this.#surroundings.finished();
    await ownStdio.leave();
    const { code, signal } = this.#agentEnd ?? { code: 1, signal: null };
    if (signal !== null) dieBy(signal);
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
  }

  #failToStart(command: string, error: Error): void {
    const { text, exitCode } = startFailure(command, error);
    this.#surroundings.say(text);
    process.exit(exitCode);
  }
}
