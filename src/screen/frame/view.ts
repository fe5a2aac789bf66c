import type { Canvas } from '../cells/canvas.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action, ActionName } from '../keys/key-bindings.js';
import type { Completer } from '../keys/completing.js';
import type { Conversation } from './conversation.js';
import type { KeyContext } from '../keys/binding.js';
import type { LineCommand } from './twins.js';

/** What a view wants done that it cannot do itself. */
export type Intent =
  | { readonly type: 'open'; readonly view: View }
  /** Instead of the view that asks for it. */
  | { readonly type: 'replace'; readonly view: View }
  | { readonly type: 'back' }
  /** Said in the line above the footer, until the next key. */
  | { readonly type: 'say'; readonly text: string; readonly isError?: boolean }
  /** To the clipboard of the terminal. `what` names it for the person: `frame 12`. */
  | { readonly type: 'copy'; readonly what: string; readonly text: string }
  /** In $PAGER. */
  | { readonly type: 'page'; readonly text: string }
  /**
   * One of our own commands, in the background; what it says on stderr is said here.
   *
   * @remarks `file`: where its result goes; where there is one of that name already, a number is put behind
   */
  | { readonly type: 'run'; readonly words: readonly string[]; readonly file?: string }
  /** Deletes a recording for good; what came of it is said. */
  | { readonly type: 'delete'; readonly recording: number }
  /** One of our own commands, in the background; what it says on stdout is told to `then`. */
  | { readonly type: 'ask'; readonly words: readonly string[]; readonly then: (text: string) => readonly Intent[] }
  /** Writes what a command of ours exports into a folder of ours; what comes of it is told to `then`. */
  | {
      readonly type: 'write-fixture';
      readonly words: readonly string[];
      /** Its name there; where there is another one of that name already, a number is put behind. */
      readonly file: string;
      readonly then: (fixture: WrittenFixture) => readonly Intent[];
    }
  /** Asks for a yes before `then` is done. */
  | { readonly type: 'confirm'; readonly question: string; readonly then: () => readonly Intent[] };

/** A fixture that was written to be replayed, or why it could not be. */
export type WrittenFixture =
  | {
      /** Absolute. */
      readonly path: string;
      /** Undefined where it is too long to be read while a person waits. */
      readonly bytes: Uint8Array | undefined;
    }
  | { readonly failure: string };

export interface Size {
  readonly width: number;
  readonly height: number;
  /** Whether the terminal shows ASCII only: then a text may take other widths. */
  readonly isAscii?: boolean;
}

/** Frames and events from one to another, both included. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** Where a view stands, so that another view of the same can be opened at the same place. */
export interface ViewPlace {
  readonly conversation: Conversation;
  /** Undefined where it is at no frame. */
  readonly seq: number | undefined;
  /** What is selected there: from a mark to the cursor. */
  readonly frames?: FrameSpan | undefined;
}

/**
 * A part of the screen that a person looks at. It holds what it shows and where its cursor is; what it shows it asks of
 * what it was made with, and nowhere else. The same actions always lead to the same picture.
 */
export interface View {
  /** Whose keys it takes, beside those that hold everywhere: the first is its own, for the help. */
  readonly contexts: readonly KeyContext[];
  /** Its name in the path on top. */
  readonly crumb: string;
  readonly place?: ViewPlace | undefined;
  /** The line commands that show the same; the first is the nearest. None where there is nothing yet. */
  readonly twins: readonly LineCommand[];
  /** What stands at the right of the top line: `3/128`. */
  counters(): StyledLine;
  /** What hides a part of what there is, or is being looked for: above the footer. */
  status?(): StyledLine;
  /** Reads what it needs to be painted at this size: before each paint. */
  prepare(size: Size): void;
  /** Only draws: nothing is read. The canvas has the size that {@link View.prepare} was told. */
  paint(canvas: Canvas): void;
  /** @returns undefined where the action is none of this view */
  act(action: Action): readonly Intent[] | undefined;
  /** What is wrong with what is being typed for an action, while it is typed. */
  review?(action: Action): StyledLine | undefined;
  /** What stands in the prompt of an action to begin with. */
  suggest?(name: ActionName): string | undefined;
  /** Completes what is typed for an action; undefined where nothing does. */
  completer?(name: ActionName): Completer | undefined;
  /** Does a little of what takes long, some milliseconds at most. @returns whether the picture is another, or there is more to do */
  work?(): boolean;
  /**
   * Time goes on.
   *
   * @returns in how many ms the picture changes again by itself; undefined where it does not
   */
  tick?(nowMs: number): number | undefined;
  /** Where a mouse was clicked or turned, from its left upper corner. */
  mouse?(event: MouseAction): readonly Intent[] | undefined;
}

export interface MouseAction {
  readonly type: 'click' | 'wheel-up' | 'wheel-down';
  readonly x: number;
  readonly y: number;
}
