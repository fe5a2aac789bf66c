import type { Timeline } from './playback-timeline.js';

/** How many times as fast as recorded; `max`: one entry after the other, whatever their times. */
export type Speed = number | 'max';

/** The speeds that keys choose. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 'max'] as const;

/** Longer pauses in the recording are shortened to this, in ms. */
export const GAP_CAP_MS = 2_000;

/** At `max`: faster than anybody can read, but slow enough to be seen. */
const WALL_MS_PER_ENTRY_AT_MAX = 0.2;
/** The least time between two paints, in ms. */
const LEAST_REPAINT_MS = 33;
/** How often the play head moves while nothing comes, in ms. */
const MOTION_MS = 100;
const CALM_MOTION_MS = 1_000;

/** The place of the play head. */
export interface PlayHead {
  /** The last entry that is shown; -1: before the first. */
  readonly seq: number;
  /** Time of the recording, in ms. */
  readonly ms: number;
}

/**
 * The time of a recording as it is played back. It has no clock of its own: it is given the time. The place of the play head does not
 * depend on how often that happens.
 */
export class PlaybackClock {
  readonly #timeline: Timeline;
  #seq: number;
  #ms: number;
  #isPlaying = false;
  #isFollowing = false;
  #speed: Speed = 1;
  #gapCapMs: number | undefined = GAP_CAP_MS;
  /** The wall time when playback reached the current entry; undefined until the first time is given. */
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

  /** Whether the play head stays at the end of a live recording. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  get speed(): Speed {
    return this.#speed;
  }

  /** Undefined: pauses keep their length. */
  get gapCapMs(): number | undefined {
    return this.#gapCapMs;
  }

  /** How many entries are behind the play head. */
  get below(): number {
    return this.#timeline.lastSeq - this.#seq;
  }

  /** Plays; from the beginning if the end was reached. */
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

  /** Pauses and moves by a number of entries; back if negative. */
  step(by: number): void {
    this.pause();
    this.#stand(Math.max(0, this.#seq + by));
  }

  /** Goes to an entry, and goes on playing if it was playing. */
  seekSeq(seq: number): void {
    this.#isFollowing = false;
    this.#stand(seq);
  }

  /** Goes to a time, and goes on playing if it was playing. */
  seekMs(ms: number): void {
    const { startMs, endMs } = this.#timeline;
    const within = Math.max(startMs, Math.min(ms, endMs));
    this.seekSeq(this.#timeline.seqAt(within));
    this.#ms = within;
  }

  /**
   * Takes the current time.
   *
   * @param nowMs the time of any monotonic clock
   * @returns whether the play head moved
   */
  advance(nowMs: number): boolean {
    const { seq, ms } = this.head;
    if (this.#isFollowing) this.#stand(this.#timeline.lastSeq);
    else if (this.#isPlaying) this.#goOn(nowMs);
    return seq !== this.#seq || ms !== this.#ms;
  }

  /**
   * When the picture changes again without a key.
   *
   * @param isCalm whether the play head itself may move only once a second
   * @returns in how many ms from now; undefined if it does not
   */
  repaintIn(nowMs: number, isCalm = false): number | undefined {
    if (!this.#isPlaying) return undefined;
    const nextCome = this.#cameAt === undefined ? 0 : this.#cameAt + this.#waitMs() - nowMs;
    return Math.max(LEAST_REPAINT_MS, Math.min(nextCome, isCalm ? CALM_MOTION_MS : MOTION_MS));
  }

  #goOn(nowMs: number): void {
    // each entry is timed from the entry before it, not from the last call, so that no time is lost between calls
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

  /** How long it takes until the next entry, in wall time. */
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
