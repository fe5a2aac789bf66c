import { refusal } from '../../replay/divergence/refusal.js';
import type { Effect } from '../../replay/engine/effects.js';
import type { ReplayEngine } from '../../replay/engine/engine.js';
import type { FaultPlan, PlayStep } from '../../replay/engine/faults.js';
import { pauseMs, type Pace } from '../../replay/engine/pace.js';
import type { ReplayEnd, ReplayReport, ReplayWarning } from '../../replay/engine/replay-report.js';
import { isAcceptance } from '../../replay/engine/release.js';
import type { OwnEnding } from '../../replay/script/script.js';
import { placeOf } from '../../replay/script/frame-summaries.js';
import { LineSplitter } from '../../wire/line-splitter.js';
import { lineOf, NO_FRAME, write, type Due } from './due.js';
import { GatheredOutput } from './gathered-output.js';
import { CLOCK, ClientSilence, type SilenceLimits, type Timers } from './client-silence.js';

/** Where a replay plays: the stdio of a process, or streams inside a process. */
export interface Stage {
  /** Gives bytes to the client. */
  write(bytes: Uint8Array): void;
  /** Calls back when the client has taken everything that was written. */
  flush(done: () => void): void;
  stderr(bytes: Uint8Array): void;
  /** The recorded agent closed its stdout. */
  closeOutput(): void;
  /** Called for each effect as it happens. */
  effect?(effect: Effect): void;
  /** Called once, at the end. @param exit how the recorded agent ended, if it ended by itself */
  finished(report: ReplayReport, exit: OwnEnding['exit']): void;
}

export interface PlayerSettings extends SilenceLimits {
  readonly pace: Pace;
  readonly faults: FaultPlan | undefined;
  /** Whether recorded stderr is written. */
  readonly writesStderr: boolean;
  /** The name of the fixture in the report. */
  readonly fixture: string;
  /** The clock. Default: that of the process, which a test runner may have replaced. */
  readonly timers?: Timers;
}

/** Shorter pauses are added up, because no timer is as short. */
const SHORTEST_PAUSE_MS = 1;
/** A longer line of a client is kept in parts; no fixture has such a message. */
const LINE_LIMITS = { wholeBytes: 256 * 1024 * 1024, partBytes: 16 * 1024 * 1024 };

/** Plays a replay: it has the clock, and writes what the engine tells it to write. */
export class Player {
  readonly #engine: ReplayEngine;
  readonly #stage: Stage;
  readonly #settings: PlayerSettings;
  readonly #warnings: ReplayWarning[] = [];
  readonly #splitter: LineSplitter;
  readonly #timers: Timers;
  readonly #output: GatheredOutput;
  /** Output that is due but not written yet, in order. */
  #queue: Due[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** How late the frames are that are being written, in ms; negative if they are early. Timers come late, and are no finer than 1 ms. */
  #lateMs = 0;
  readonly #silence: ClientSilence;
  #isStalled = false;
  #isOver = false;
  #refused = 0;

  constructor(engine: ReplayEngine, stage: Stage, settings: PlayerSettings) {
    this.#engine = engine;
    this.#stage = stage;
    this.#settings = settings;
    this.#timers = settings.timers ?? CLOCK;
    this.#silence = new ClientSilence(engine, {
      limits: settings,
      timers: this.#timers,
      tired: () => {
        this.#take(engine.step({ type: 'timeout' }));
        this.#finish('timeout', undefined);
      },
    });
    this.#output = new GatheredOutput((bytes) => {
      stage.write(bytes);
    });
    this.#splitter = new LineSplitter(
      {
        line: ({ bytes, parts }) => {
          // a line that is too long to be held is taken by its beginning
          if (parts === 0 || bytes.length > 0) this.#take(engine.step({ type: 'line', bytes }));
        },
        part: () => undefined,
      },
      { limits: LINE_LIMITS },
    );
  }

  /** Whether nothing is due: everything that can be written before the client's next message is written, or never will be. */
  get isAtRest(): boolean {
    return this.#timer === undefined && (this.#isStalled || this.#queue.length === 0);
  }

  start(): void {
    this.#take(this.#engine.start());
    this.#rest();
  }

  /** Takes bytes of the client. The chunk is kept until its last line has ended. */
  push(chunk: Uint8Array): void {
    if (this.#isOver) return;
    this.#splitter.push(chunk, 0);
    this.#rest();
  }

  /** Tells the player that the client sends nothing more. */
  end(ended: ReplayEnd = 'client-eof'): void {
    if (this.#isOver) return;
    if (ended === 'client-eof') this.#splitter.end();
    this.#take(this.#engine.step({ type: 'end' }));
    this.#finish(ended, undefined);
  }

  #take(effects: readonly Effect[]): void {
    // output from here on is the answer to this message of the client
    if (this.#queue.length === 0) this.#lateMs = 0;
    for (const effect of effects) {
      this.#stage.effect?.(effect);
      if (effect.type === 'warn') {
        this.#warnings.push({ place: placeOf(effect.message.frame), differences: effect.differences });
      } else this.#enqueue(effect);
    }
    if (this.#timer === undefined) this.#play();
  }

  #enqueue(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        this.#enqueueFrame(effect);
        break;
      case 'refuse':
        // nothing more of the recording is sent
        this.#dropUnwritten();
        this.#refused += 1;
        this.#queue.push({
          ...NO_FRAME,
          steps: [write(lineOf(refusal(effect.id, effect.divergence, this.#settings.fixture)))],
        });
        break;
      case 'cancel':
        this.#cancel(effect);
        break;
      case 'finish':
        this.#queue.push({ ...NO_FRAME, finish: effect });
        break;
      default:
    }
  }

  #enqueueFrame({ frame, lane, bytes, pauseNs }: Effect & { type: 'send' }): void {
    const { pace, faults, writesStderr } = this.#settings;
    const pause = pauseMs(pauseNs, pace);
    if (frame.sender === 'agent' && pause === 0 && faults === undefined && this.#writesAtOnce) {
      this.#output.add(bytes, frame.terminated);
      return;
    }
    const line = frame.terminated ? lineOf(bytes) : bytes;
    if (frame.sender === 'stderr') {
      if (writesStderr) this.#queue.push({ ...NO_FRAME, pauseMs: pause, stderr: line });
      return;
    }
    const steps = faults?.steps(frame.seq, line) ?? [write(line)];
    const { seq } = frame;
    this.#queue.push({ pauseMs: pause, seq, lane, isAcceptance: isAcceptance(frame), steps });
  }

  /** Whether output can be written at once, because nothing else has to come before it. */
  get #writesAtOnce(): boolean {
    return this.#queue.length === 0 && this.#timer === undefined && !this.#isStalled && !this.#isOver;
  }

  /** Cancels a turn, unless its end was already written. */
  #cancel({ turn, isSent }: Effect & { type: 'cancel' }): void {
    const { prompt, lane, endSeq, line } = turn;
    if (isSent && !this.#queue.some(({ seq }) => seq === endSeq)) return;
    this.#queue = this.#queue.filter(
      (due) => due.lane !== lane || due.seq < prompt.frame.seq || due.seq > endSeq || due.isAcceptance,
    );
    this.#queue.push({ ...NO_FRAME, steps: [write(lineOf(line))] });
  }

  #dropUnwritten(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = this.#queue.filter(
      ({ seq, stderr, finish }) => seq < 0 && stderr === undefined && finish === undefined,
    );
  }

  /** Writes the output that is due, many frames at a time if there is no pause between them. */
  #play(): void {
    let at = 0;
    for (; at < this.#queue.length && !this.#isOver && !this.#isStalled; at += 1) {
      const due = this.#queue[at];
      if (due === undefined) break;
      if (due.pauseMs > 0) {
        this.#lateMs -= due.pauseMs;
        this.#queue[at] = { ...due, pauseMs: 0 };
        if (this.#lateMs <= -SHORTEST_PAUSE_MS) {
          this.#later(-this.#lateMs);
          break;
        }
      }
      if (due.stderr !== undefined) {
        this.#output.flush();
        this.#stage.stderr(due.stderr);
      }
      const rest = this.#runSteps(due.steps);
      if (this.#timer !== undefined) {
        this.#queue[at] = { ...due, steps: rest };
        break;
      }
      if (due.finish !== undefined) {
        this.#output.flush();
        this.#ownEnding(due.finish.exit);
      }
    }
    this.#output.flush();
    this.#queue = this.#queue.slice(at);
  }

  /** @returns the steps that have to wait */
  #runSteps(steps: readonly PlayStep[]): readonly PlayStep[] {
    for (const [i, step] of steps.entries()) {
      switch (step.type) {
        case 'write':
          this.#output.add(step.bytes, false);
          break;
        case 'pause':
          this.#later(step.ms);
          return steps.slice(i + 1);
        case 'flush':
          this.#output.flush();
          this.#later(0);
          return steps.slice(i + 1);
        case 'close':
          this.#output.flush();
          this.#stage.closeOutput();
          this.#isStalled = true;
          return [];
        case 'exit':
          this.#output.flush();
          this.#finish('fault', { code: step.code });
          return [];
        case 'stall':
          this.#isStalled = true;
          return [];
        default:
          step satisfies never;
      }
    }
    return [];
  }

  #later(ms: number): void {
    const due = this.#timers.now() + ms;
    this.#timer = this.#timers.setTimeout(() => {
      this.#timer = undefined;
      this.#lateMs = this.#timers.now() - due;
      this.#play();
      this.#rest();
    }, ms);
  }

  #ownEnding(exit: OwnEnding['exit']): void {
    if (exit !== undefined) this.#finish('own-ending', exit);
    else this.#stage.closeOutput();
  }

  /** Waits for the client, unless something has to be written first. */
  #rest(): void {
    if (this.#isOver || this.#timer !== undefined) this.#silence.end();
    else this.#silence.begin();
  }

  #finish(ended: ReplayEnd, exit: OwnEnding['exit']): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timers.clearTimeout(this.#timer);
    this.#silence.end();
    const { divergence, coverage } = this.#engine;
    const report: ReplayReport = {
      outcome: divergence === undefined ? 'matched' : 'diverged',
      ended,
      fixture: this.#settings.fixture,
      coverage,
      divergences: divergence === undefined ? [] : [divergence],
      warnings: this.#warnings,
      refused: this.#refused,
      unanswered: this.#engine.unanswered(),
      unwritten: this.#queue.filter(({ seq }) => seq >= 0).length,
    };
    this.#stage.flush(() => {
      this.#stage.finished(report, divergence === undefined ? exit : undefined);
    });
  }
}
