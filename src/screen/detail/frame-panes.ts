import type { Rule } from '../../check/engine/rule.js';
import type { Violation } from '../../check/engine/violation.js';
import type { TranscriptTurn } from '../../model/transcript/transcript.js';
import type { Frame, RecordedEvent } from '../../wire/frame.js';
import { DECODED_BYTES_LIMIT } from '../../wire/message.js';
import type { StyledLine } from '../../report/styled-line.js';
import { changesInFrame } from '../../report/changes/changes-in-frame.js';
import { ChangesPane } from '../changes/changes-pane.js';
import type { FileChange } from '../../report/changes/file-change.js';
import { FileTexts } from '../changes/file-texts.js';
import type { Conversation } from '../frame/conversation.js';
import { explanationOf } from '../violations/violations-view.js';
import { ByteSearch } from './byte-search.js';
import { meaningLines } from './frame-meaning.js';
import { JsonPane } from './json-pane.js';
import { LinesPane } from './lines-pane.js';
import type { Pane } from './pane.js';
import { RawPane } from './raw-pane.js';
import { violationPlaces } from './violation-places.js';

/** The modes of a frame, in the order in which `m` goes through them. */
export const MODES = ['JSON', 'raw', 'meaning', 'change', 'rules'] as const;

export type Mode = (typeof MODES)[number];

/** The turn of a frame, as it was after that frame; reading it may take long. */
export interface TurnReading {
  readonly turn: TranscriptTurn | undefined;
  /** Reads a little of it. @returns whether there is more to read */
  step(): boolean;
}

/** Further knowledge about frames. */
export interface FrameKnowledge {
  /** Undefined if the frame is in no turn, or if that is not known yet. */
  turnAt(seq: number): TurnReading | undefined;
  /** Undefined if there is no rule with that id, or if the rules are not loaded. */
  rule(id: string): Rule | undefined;
}

/** The panes of one frame, each made when it is first looked at. */
export class FramePanes {
  /** The bytes that can be shown: for a frame above the limit, only its beginning. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  readonly violations: readonly Violation[];
  readonly #conversation: Conversation;
  readonly #knowledge: FrameKnowledge;
  readonly #frame: Frame;
  readonly #panes = new Map<Mode, Pane>();
  #found: readonly FileChange[] | undefined;

  constructor(conversation: Conversation, knowledge: FrameKnowledge, frame: Frame) {
    this.#conversation = conversation;
    this.#knowledge = knowledge;
    this.#frame = frame;
    this.isWhole = frame.sizeBytes <= DECODED_BYTES_LIMIT;
    this.bytes = this.isWhole ? conversation.bytes(frame) : frame.head;
    this.violations = violationsOf(conversation, frame.seq);
  }

  /** The modes that have something to show. */
  get modes(): readonly Mode[] {
    return MODES.filter((mode) => this.#has(mode));
  }

  pane(mode: Mode): Pane {
    const known = this.#panes.get(mode) ?? this.#make(mode);
    this.#panes.set(mode, known);
    return known;
  }

  /** The pane of JSON; undefined if the frame is not JSON. */
  get json(): JsonPane | undefined {
    if (!this.#has('JSON')) return undefined;
    const pane = this.pane('JSON');
    return pane instanceof JsonPane ? pane : undefined;
  }

  #has(mode: Mode): boolean {
    switch (mode) {
      case 'JSON':
        return this.#frame.stream !== 'stderr' && this.isWhole && beginsAsJson(this.bytes);
      case 'raw':
        return true;
      case 'meaning':
        return this.#frame.stream !== 'stderr';
      case 'change':
        return this.#changes.length > 0;
      case 'rules':
        return this.violations.length > 0;
      default:
        return mode satisfies never;
    }
  }

  #make(mode: Mode): Pane {
    const { seq } = this.#frame;
    switch (mode) {
      case 'JSON': {
        const pane = new JsonPane(this.bytes);
        const own = this.violations.filter((violation) => violation.seq === seq);
        pane.mark(() => violationPlaces(own, { bytes: this.bytes, index: pane.index }));
        return pane;
      }
      case 'raw':
        return new RawPane(this.bytes);
      case 'meaning':
        return this.#meaning();
      case 'change':
        return new ChangesPane(this.#changes, (wanted) => new FileTexts(this.#conversation, seq, wanted));
      case 'rules':
        return new LinesPane((width) => this.#rules(width), 'No violations in this frame.');
      default:
        return mode satisfies never;
    }
  }

  /** The file changes. They are searched only if the frame may hold some. */
  get #changes(): readonly FileChange[] {
    this.#found ??= hasDiff(this.bytes) ? changesInFrame(this.bytes) : [];
    return this.#found;
  }

  #meaning(): Pane {
    const { seq, lastNs } = this.#frame;
    const reading = this.#knowledge.turnAt(seq);
    const layOut = (width: number): Iterable<StyledLine> =>
      reading?.turn === undefined ? [] : meaningLines(reading.turn, seq, { width, hasTimes: lastNs !== undefined });
    return new LinesPane(layOut, NO_MEANING, reading && (() => reading.step()));
  }

  *#rules(width: number): Generator<StyledLine> {
    for (const [i, violation] of this.violations.entries()) {
      if (i > 0) yield [];
      yield* explanationOf(violation, this.#knowledge.rule(violation.rule), width);
    }
  }
}

/** The fields of an event. */
export function eventPane({ fields }: RecordedEvent): Pane {
  const names = Object.keys(fields);
  const width = Math.max(0, ...names.map(({ length }) => length));
  const lines = names.map((name): StyledLine => [
    { text: `${name.padEnd(width)}  `, role: 'key' },
    { text: fields[name] ?? '' },
  ]);
  return new LinesPane(() => lines, 'This event has no details.');
}

/** The violations at a frame, then those that name it as evidence. */
function violationsOf({ findings }: Conversation, seq: number): Violation[] {
  const own = findings.violations.filter((violation) => violation.seq === seq);
  return [...own, ...findings.violations.filter((other) => other.seq !== seq && other.evidence.includes(seq))];
}

const NO_MEANING = 'This frame is not part of a transcript.';

/** How much of a frame is searched for file changes, in bytes. */
const LOOKED_BYTES = 1_000_000;

function hasDiff(bytes: Uint8Array): boolean {
  const search = new ByteSearch(bytes.subarray(0, LOOKED_BYTES), '"diff"');
  search.step(LOOKED_BYTES);
  return search.hits.length > 0;
}

function beginsAsJson(bytes: Uint8Array): boolean {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let at = isMarked ? 3 : 0;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1;
  return bytes[at] === 0x7b || bytes[at] === 0x5b;
}
