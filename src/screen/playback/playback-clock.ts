import type { Timeline } from './playback-timeline.js';

/** How many times as fast as recorded; `max`: one entry after the other, whatever their times. */
export type Speed = number | 'max';

/** Those that keys lead to. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 'max'] as const;

/** Of a pause in the recording no more than this is waited for, in ms. */
export const GAP_CAP_MS = 2_000;

/** At `max`: less than a reader of frames needs, and far more than an eye does. */
const WALL_MS_PER_ENTRY_AT_MAX = 0.2;
/** Never painted more often, in ms. */
const LEAST_REPAINT_MS = 33;
/** The play head moves on so often while nothing comes, in ms. */
const MOTION_MS = 100;
const CALM_MOTION_MS = 1_000;

/** Where the play head stands. */
export interface PlayHead {
  /** The last entry that is there; -1: before the first. */
  readonly seq: number;
  /** Time of the recording, in ms. */
  readonly ms: number;
}

/**
 * The time of a recording as it is played back. It has no clock of its own: it is told what time it is. In however many
 * pieces time goes on, the play head stands where it would stand after all of it at once.
 */
export class PlaybackClock {
  readonly #timeline: Timeline;
  #seq: number;
  #ms: number;
  #isPlaying = false;
  #isFollowing = false;
  #speed: Speed = 1;
  #gapCapMs: number | undefined = GAP_CAP_MS;
  /** Wall time at which the entry of the play head came; undefined until time goes on. */
  #cameAt: number | undefined;

  constructor(timeline: Timeline, seq = -1) {
    this.#timeline = timeline;
    this.#seq = Math.min(seq, timeline.lastSeq);
    this.#ms = timeline.timeOf(this.#seq);
  }

  get head(): PlayHead {
    return { seq: this.#seq, ms: this.#ms };
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** The play head stays at the end of a recording that goes on. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  get speed(): Speed {
    return this.#speed;
  }

  /** Undefined: pauses last as long as they did. */
  get gapCapMs(): number | undefined {
    return this.#gapCapMs;
  }

  /** How many entries are behind the play head. */
  get below(): number {
    return this.#timeline.lastSeq - this.#seq;
  }

  /** From the beginning where the end was reached. */
  play(): void {
    if (this.below <= 0) this.#stand(-1);
    this.#isFollowing = false;
    this.#isPlaying = true;
    this.#cameAt = undefined;
  }

  pause(): void {
    this.#isPlaying = false;
    this.#isFollowing = false;
  }

  follow(): void {
    this.#isPlaying = false;
    this.#isFollowing = true;
    this.#stand(this.#timeline.lastSeq);
  }

  setSpeed(speed: Speed): void {
    this.#speed = speed;
    this.#cameAt = undefined;
  }

  /** To the next of {@link SPEEDS}. */
  faster(): void {
    this.setSpeed(SPEEDS.find((speed) => pace(speed) > pace(this.#speed)) ?? 'max');
  }

  /** To the one before it. */
  slower(): void {
    this.setSpeed(SPEEDS.findLast((speed) => pace(speed) < pace(this.#speed)) ?? SPEEDS[0]);
  }

  capGaps(ms: number | undefined): void {
    this.#gapCapMs = ms;
    this.#cameAt = undefined;
  }

  /** Stands still after so many entries more; below zero: fewer. */
  step(by: number): void {
    this.pause();
    this.#stand(Math.max(0, this.#seq + by));
  }

  /** To an entry; goes on playing if it does. */
  seekSeq(seq: number): void {
    this.#isFollowing = false;
    this.#stand(seq);
  }

  /** To a time; goes on playing if it does. */
  seekMs(ms: number): void {
    const { startMs, endMs } = this.#timeline;
    const within = Math.max(startMs, Math.min(ms, endMs));
    this.seekSeq(this.#timeline.seqAt(within));
    this.#ms = within;
  }

  /**
   * Time goes on.
   *
   * @param nowMs of any clock that never goes back
   * @returns whether the play head moved
   */
  advance(nowMs: number): boolean {
    const { seq, ms } = this.head;
    if (this.#isFollowing) this.#stand(this.#timeline.lastSeq);
    else if (this.#isPlaying) this.#goOn(nowMs);
    return seq !== this.#seq || ms !== this.#ms;
  }

  /**
   * When the picture changes by itself.
   *
   * @param isCalm whether the play head itself may move only once a second
   * @returns in how many ms from now; undefined where it does not
   */
  repaintIn(nowMs: number, isCalm = false): number | undefined {
    if (!this.#isPlaying) return undefined;
    const nextCome = this.#cameAt === undefined ? 0 : this.#cameAt + this.#waitMs() - nowMs;
    return Math.max(LEAST_REPAINT_MS, Math.min(nextCome, isCalm ? CALM_MOTION_MS : MOTION_MS));
  }

  #goOn(nowMs: number): void {
    // each entry comes so long after the one before it, not after the time that was asked last: no piece of time is lost
    let cameAt = this.#cameAt ?? nowMs - this.#wallMs(this.#ms - this.#timeline.timeOf(this.#seq));
    while (this.below > 0) {
      const wait = this.#waitMs();
      if (cameAt + wait > nowMs) {
        this.#cameAt = cameAt;
        const passed = this.#speed === 'max' ? 0 : (nowMs - cameAt) * this.#speed;
        this.#ms = this.#timeline.timeOf(this.#seq) + Math.max(0, passed);
        return;
      }
      cameAt += wait;
      this.#seq += 1;
    }
    this.pause();
    this.#stand(this.#timeline.lastSeq);
  }

  /** How long the next entry is waited for, in wall time. */
  #waitMs(): number {
    if (this.#speed === 'max') return WALL_MS_PER_ENTRY_AT_MAX;
    const gap = this.#timeline.timeOf(this.#seq + 1) - this.#timeline.timeOf(this.#seq);
    return this.#wallMs(Math.max(0, Math.min(gap, this.#gapCapMs ?? Infinity)));
  }

  #wallMs(ms: number): number {
    return this.#speed === 'max' ? 0 : ms / this.#speed;
  }

  #stand(seq: number): void {
    this.#seq = Math.max(-1, Math.min(seq, this.#timeline.lastSeq));
    this.#ms = this.#timeline.timeOf(this.#seq);
    this.#cameAt = undefined;
  }
}

function pace(speed: Speed): number {
  return speed === 'max' ? Infinity : speed;
}
