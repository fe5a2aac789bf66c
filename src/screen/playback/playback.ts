import type { Glyphs } from '../../report/glyphs.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action } from '../keys/key-bindings.js';
import type { Intent } from '../frame/view.js';
import { PlaybackBar, type PlayState, type TrackMarks } from './playback-bar.js';
import { GAP_CAP_MS, PlaybackClock, type PlayHead } from './playback-clock.js';
import { parseSeekTarget, SEEK_FORMS } from './seek-target.js';
import type { Timeline } from './playback-timeline.js';

/** The start of a turn; in the order of the starts. */
export interface TurnStart {
  readonly number: number;
  /** The frame of its prompt, or of the first work without a prompt. */
  readonly seq: number;
}

/** The recording that is played back. */
export interface Played {
  readonly timeline: Timeline;
  readonly marks: TrackMarks;
  /** Whether more entries may come. */
  readonly isLive: boolean;
  readonly turns: readonly TurnStart[];
}

const STEP_MS = 5_000;
const FAR_MS = 30_000;
const SECOND_MS = 1_000;

/**
 * Playback for views: the play head, its keys and its bar. It is off until it is first used; while it is off, everything is shown. Views
 * that share it show the same moment.
 */
export class Playback {
  readonly #played: Played;
  readonly #clock: PlaybackClock;
  readonly #bar: PlaybackBar;
  #isOn = false;

  constructor(played: Played) {
    this.#played = played;
    this.#clock = new PlaybackClock(played.timeline);
    this.#bar = new PlaybackBar(played.timeline, played.marks);
  }

  /** Undefined while playback is off: everything is shown. */
  get head(): PlayHead | undefined {
    return this.#isOn ? this.#clock.head : undefined;
  }

  get timeline(): Timeline {
    return this.#played.timeline;
  }

  get isFollowing(): boolean {
    return this.#isOn && this.#clock.isFollowing;
  }

  get isPlaying(): boolean {
    return this.#isOn && this.#clock.isPlaying;
  }

  /** Plays from an entry on. */
  playFrom(seq: number): void {
    this.#isOn = true;
    this.#clock.seekSeq(seq);
    this.#clock.play();
  }

  /** Pauses, for example because a person moves the cursor. */
  pause(): void {
    this.#clock.pause();
  }

  /** Switches playback off. */
  stop(): void {
    this.#clock.pause();
    this.#isOn = false;
  }

  /**
   * Takes an action of the context `playback`, and `follow`.
   *
   * @param cursor the entry where playback begins if it was off
   * @returns undefined for other actions
   */
  act(action: Action, cursor: number): readonly Intent[] | undefined {
    if (action.name === 'follow') return this.#follow();
    if (action.name === 'stop') {
      this.stop();
      return [];
    }
    const act = ACTIONS[action.name];
    if (act === undefined) return undefined;
    if (!this.#isOn) {
      this.#isOn = true;
      this.#clock.seekSeq(cursor);
    }
    return act(this.#clock, action.argument, this.#played) ?? [];
  }

  /** Takes a click on the bar as it was painted last. @returns whether it was on the track */
  click(x: number): boolean {
    const ms = this.#bar.timeAt(x);
    if (ms === undefined) return false;
    this.#isOn = true;
    this.#clock.seekMs(ms);
    return true;
  }

  /**
   * Takes the current time.
   *
   * @param isCalm see {@link PlaybackClock.repaintIn}
   * @returns in how many ms the picture changes again by itself; undefined if it does not
   */
  tick(nowMs: number, isCalm = false): number | undefined {
    if (!this.#isOn) return undefined;
    const before = this.#state;
    this.#clock.advance(nowMs);
    // at the end of a live recording, playback goes on by following it
    if (before === 'playing' && this.#state !== 'playing' && this.#played.isLive) this.#clock.follow();
    return this.#clock.repaintIn(nowMs, isCalm);
  }

  bar(width: number, glyphs: Glyphs): StyledLine {
    const { head, speed, gapCapMs, below } = this.#clock;
    const facts = { head, speed, gapCapMs, below, state: this.#state, entriesPerSecond: this.#entriesPerSecond() };
    return this.#bar.line(facts, width, glyphs);
  }

  get #state(): PlayState {
    if (this.#clock.isPlaying) return 'playing';
    if (this.#clock.isFollowing) return 'following';
    return this.#played.isLive ? 'live' : 'paused';
  }

  #entriesPerSecond(): number {
    if (!this.#clock.isFollowing) return 0;
    const { timeline } = this.#played;
    return timeline.lastSeq - timeline.seqAt(timeline.endMs - SECOND_MS);
  }

  #follow(): readonly Intent[] {
    if (!this.#played.isLive) return [{ type: 'say', text: 'The recording has ended, so there is nothing to follow.' }];
    this.#isOn = true;
    if (this.#clock.isFollowing) this.#clock.pause();
    else this.#clock.follow();
    return [];
  }
}

type Act = (clock: PlaybackClock, argument: string | undefined, played: Played) => readonly Intent[] | undefined;

function by(ms: number): Act {
  return (clock) => {
    clock.seekMs(clock.head.ms + ms);
    return undefined;
  };
}

function does(act: (clock: PlaybackClock) => void): Act {
  return (clock) => {
    act(clock);
    return undefined;
  };
}

const ACTIONS: Readonly<Partial<Record<Action['name'], Act>>> = {
  play: does((clock) => {
    if (clock.isPlaying || clock.isFollowing) clock.pause();
    else clock.play();
  }),
  step: does((clock) => {
    clock.step(1);
  }),
  'step-back': does((clock) => {
    clock.step(-1);
  }),
  forward: by(STEP_MS),
  backward: by(-STEP_MS),
  'far-forward': by(FAR_MS),
  'far-backward': by(-FAR_MS),
  slower: does((clock) => {
    clock.slower();
  }),
  faster: does((clock) => {
    clock.faster();
  }),
  gaps: does((clock) => {
    clock.capGaps(clock.gapCapMs === undefined ? GAP_CAP_MS : undefined);
  }),
  speed: setSpeed,
  seek,
};

function setSpeed(clock: PlaybackClock, argument = ''): readonly Intent[] | undefined {
  const wanted = argument.trim().replace(/(?<=\d)x$/, '');
  if (wanted === '') {
    clock.setSpeed(1);
    return undefined;
  }
  const number = Number(wanted);
  if (wanted === 'max') clock.setSpeed('max');
  else if (number >= 0.25 && number <= 16) clock.setSpeed(number);
  else return failed(`Invalid speed "${argument}". Use 0.25 to 16, or max.`);
  return undefined;
}

function seek(clock: PlaybackClock, argument = '', { turns, timeline }: Played): readonly Intent[] | undefined {
  const target = parseSeekTarget(argument);
  switch (target?.type) {
    case undefined:
      return failed(`Invalid position "${argument}". Use ${SEEK_FORMS}.`);
    case 'time':
      clock.seekMs(target.ms);
      return undefined;
    case 'by':
      clock.seekMs(clock.head.ms + target.ms);
      return undefined;
    case 'frame':
      if (target.seq > timeline.lastSeq)
        return failed(`There is no frame ${target.seq}: the last is ${timeline.lastSeq}.`);
      clock.seekSeq(target.seq);
      return undefined;
    case 'turn':
      return seekTurn(clock, turns, target.number);
    default:
      return target satisfies never;
  }
}

/** Goes to a turn. Several sessions may have a turn with this number: then to the next one, otherwise to the first. */
function seekTurn(clock: PlaybackClock, turns: readonly TurnStart[], number: number): readonly Intent[] | undefined {
  const named = turns.filter((turn) => turn.number === number);
  const found = named.find(({ seq }) => seq > clock.head.seq) ?? named[0];
  if (found === undefined) return failed(`There is no turn ${number}.`);
  clock.seekSeq(found.seq);
  return undefined;
}

function failed(text: string): readonly Intent[] {
  return [{ type: 'say', text, isError: true }];
}
