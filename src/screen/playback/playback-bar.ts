import type { Severity } from '../../check/engine/severity.js';
import type { Glyphs } from '../../report/glyphs.js';
import { BOLD } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { formatClock } from '../../report/quantities.js';
import type { PlayHead, Speed } from './playback-clock.js';
import type { Timeline } from './playback-timeline.js';

/** The marks on the track for a range of entries, both ends included. */
export interface TrackMarks {
  worstBetween(from: number, to: number): Severity | undefined;
  hasTurnBetween(from: number, to: number): boolean;
}

/** `live`: the recording goes on, but the play head stands still. */
export type PlayState = 'playing' | 'paused' | 'live' | 'following';

/** The facts that a playback bar shows. */
export interface BarFacts {
  readonly state: PlayState;
  readonly speed: Speed;
  readonly head: PlayHead;
  readonly gapCapMs: number | undefined;
  /** How many entries come after the play head. */
  readonly below: number;
  /** Entries in the last second of a live recording. */
  readonly entriesPerSecond: number;
}

/** The width of state and speed in cells, with a blank on each side. */
const STATE_WIDTH = 8;
/** The parts right of the track are left out one by one, before the track gets shorter than this. */
const TRACK_WIDTH = 24;

/** The line that shows where playback is, and takes clicks. */
export class PlaybackBar {
  readonly #timeline: Timeline;
  readonly #marks: TrackMarks;
  #track: Track | undefined;

  constructor(timeline: Timeline, marks: TrackMarks) {
    this.#timeline = timeline;
    this.#marks = marks;
  }

  /** The bar, exactly `width` cells long. */
  line(facts: BarFacts, width: number, glyphs: Glyphs): StyledLine {
    const { endMs } = this.#timeline;
    const parts = rightParts(facts, endMs, this.#timeline.lastSeq, glyphs);
    const room = width - STATE_WIDTH - 3;
    let right = '';
    for (const part of parts) if (right === '' || room - right.length - part.length >= TRACK_WIDTH) right += part;
    const cells = room - right.length;
    // if there is no room for a track, only the time is shown
    if (cells < 1) {
      this.#track = undefined;
      return [{ text: `${stateText(facts, glyphs)}${formatClock(facts.head.ms)}`.slice(0, width).padEnd(width) }];
    }
    const track = this.#trackOf(cells);
    return [
      { text: stateText(facts, glyphs), role: stateRole(facts.state), emphasis: BOLD },
      { text: glyphs.trackLeft, role: 'dim' },
      ...this.#trackSpans(track, facts, glyphs),
      { text: glyphs.trackRight, role: 'dim' },
      { text: ` ${right}` },
    ];
  }

  /** The time at a cell of the bar as it was painted last; undefined outside the track. */
  timeAt(x: number): number | undefined {
    const cell = x - STATE_WIDTH - 1;
    const { startMs } = this.#timeline;
    if (this.#track === undefined || cell < 0 || cell >= this.#track.cells) return undefined;
    const { cells, endMs } = this.#track;
    return cells === 1 ? startMs : startMs + (cell / (cells - 1)) * (endMs - startMs);
  }

  /** The track. While a recording goes on, its marks are looked up again only when they move by a cell. */
  #trackOf(cells: number): Track {
    const { startMs, endMs, entries } = this.#timeline;
    const known = this.#track;
    const cellMs = (endMs - startMs) / cells;
    if (known?.cells === cells && endMs - known.endMs < cellMs && (known.entries === entries || cellMs > 0)) {
      if (known.entries !== entries) known.edges[cells] = entries;
      return known;
    }
    const track: Track = { cells, endMs, entries, edges: [] };
    for (let cell = 0; cell <= cells; cell += 1) {
      track.edges.push(this.#timeline.firstWhere((ms) => this.#cellOf(ms, track) >= cell));
    }
    track.edges[cells] = entries;
    this.#track = track;
    return track;
  }

  #cellOf(ms: number, { cells, endMs }: Pick<Track, 'cells' | 'endMs'>): number {
    const { startMs } = this.#timeline;
    const part = endMs > startMs ? (ms - startMs) / (endMs - startMs) : 1;
    return Math.max(0, Math.min(Math.floor(part * cells), cells - 1));
  }

  #trackSpans(track: Track, { head, state }: BarFacts, glyphs: Glyphs): Span[] {
    const headCell = state === 'following' ? track.cells - 1 : this.#cellOf(head.ms, track);
    const spans: Span[] = [];
    let plain = '';
    for (let cell = 0; cell < track.cells; cell += 1) {
      const span = cell === headCell ? HEAD(glyphs) : this.#mark(track, cell, glyphs);
      if (span === undefined) {
        plain += glyphs.horizontal;
        continue;
      }
      if (plain !== '') spans.push({ text: plain, role: 'dim' });
      plain = '';
      spans.push(span);
    }
    if (plain !== '') spans.push({ text: plain, role: 'dim' });
    return spans;
  }

  #mark({ edges }: Track, cell: number, glyphs: Glyphs): Span | undefined {
    const [from = 0, behind = 0] = edges.slice(cell, cell + 2);
    if (behind <= from) return undefined;
    const worst = this.#marks.worstBetween(from, behind - 1);
    if (worst === 'error' || worst === 'warning') return { text: glyphs[worst], role: worst, emphasis: BOLD };
    return this.#marks.hasTurnBetween(from, behind - 1) ? { text: glyphs.turn, role: 'dim' } : undefined;
  }
}

/** How the recording is divided into cells. */
interface Track {
  readonly cells: number;
  readonly endMs: number;
  readonly entries: number;
  /** The first entry of each cell; at the end, the number of entries. */
  readonly edges: number[];
}

const HEAD = (glyphs: Glyphs): Span => ({ text: glyphs.head, emphasis: BOLD });

function stateText({ state, speed }: BarFacts, glyphs: Glyphs): string {
  return ` ${stateWords(state, speed, glyphs)}`.padEnd(STATE_WIDTH).slice(0, STATE_WIDTH);
}

function stateWords(state: PlayState, speed: Speed, glyphs: Glyphs): string {
  if (state === 'following') return `${glyphs.live} LIVE`;
  if (state === 'live') return `${glyphs.live} live`;
  const pace = speed === 'max' ? 'max' : `${Number(speed.toFixed(2))}x`;
  if (state === 'paused') return `${glyphs.paused} ${pace}`;
  if (speed === 'max') return `${glyphs.fastest} ${pace}`;
  return `${speed > 1 ? glyphs.playing.repeat(2) : glyphs.playing} ${pace}`;
}

function stateRole(state: PlayState): 'ok' | 'plain' {
  return state === 'paused' ? 'plain' : 'ok';
}

/** The parts right of the track, the most important first. Their widths do not change while it plays. */
function rightParts(facts: BarFacts, endMs: number, lastSeq: number, glyphs: Glyphs): string[] {
  const { state, head, below, gapCapMs, entriesPerSecond } = facts;
  const end = formatClock(endMs);
  if (state === 'live') return [`${below} new below`, '  F to follow'];
  if (state === 'following') return [end, `  +${Math.round(entriesPerSecond)}/s`, '  following'];
  const seq = head.seq < 0 ? '' : `#${head.seq}`;
  return [
    formatClock(head.ms).padStart(end.length),
    ` / ${end}`,
    `  ${seq.padEnd(String(lastSeq).length + 1)}`,
    `  ${gapCapMs === undefined ? 'gap off' : `gap${glyphs.atMost}${gapCapMs / 1000}s`}`.padEnd(9),
  ];
}
