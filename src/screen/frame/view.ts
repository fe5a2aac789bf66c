import type { Canvas } from '../cells/canvas.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action, ActionName } from '../keys/key-bindings.js';
import type { Completer } from '../keys/completing.js';
import type { Conversation } from './conversation.js';
import type { KeyContext } from '../keys/binding.js';
import type { LineCommand } from './twins.js';

/** Something that a view asks for, because it cannot do it itself. */
export type Intent =
  | { readonly type: 'open'; readonly view: View }
  /** Opens a view instead of the one that asks for it. */
  | { readonly type: 'replace'; readonly view: View }
  | { readonly type: 'back' }
  /** Shown in the line above the footer, until the next key. */
  | { readonly type: 'say'; readonly text: string; readonly isError?: boolean }
  /** Copies to the clipboard of the terminal. `what` names the text for the person: `frame 12`. */
  | { readonly type: 'copy'; readonly what: string; readonly text: string }
  /** Shows a text in $PAGER. */
  | { readonly type: 'page'; readonly text: string }
  /**
   * Runs one of our own commands in the background, and shows what it says on stderr.
   *
   * @remarks `file`: the file for its result; if it exists already, a number is added to the name
   */
  | { readonly type: 'run'; readonly words: readonly string[]; readonly file?: string }
  /** Deletes a recording for good, and shows the result. */
  | { readonly type: 'delete'; readonly recording: number }
  /** Runs one of our own commands in the background, and passes its stdout to `then`. */
  | { readonly type: 'ask'; readonly words: readonly string[]; readonly then: (text: string) => readonly Intent[] }
  /** Writes the output of one of our commands into a folder of ours, and passes the result to `then`. */
  | {
      readonly type: 'write-fixture';
      readonly words: readonly string[];
      /** Its name there; if another file has that name already, a number is added. */
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
      /** Undefined if it is too long to be read while a person waits. */
      readonly bytes: Uint8Array | undefined;
    }
  | { readonly failure: string };

export interface Size {
  readonly width: number;
  readonly height: number;
  /** Whether the terminal shows only ASCII: texts may then have other widths. */
  readonly isAscii?: boolean;
}

/** Frames and events from one to another, both included. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** The place of a view, so that another view of the same recording can be opened there. */
export interface ViewPlace {
  readonly conversation: Conversation;
  /** Undefined if the view is not at a frame. */
  readonly seq: number | undefined;
  /** The selected frames, from the mark to the cursor. */
  readonly frames?: FrameSpan | undefined;
}

/**
 * A part of the screen that a person looks at. It holds its content and its cursor, and gets data only from the objects it was made with.
 * The same actions always lead to the same picture.
 */
export interface View {
  /** The contexts whose keys work in it, besides the global ones. The first is its own, for the help. */
  readonly contexts: readonly KeyContext[];
  /** Its name in the path on top. */
  readonly crumb: string;
  readonly place?: ViewPlace | undefined;
  /** The line commands that show the same; the first is the closest. Empty if there is nothing to show yet. */
  readonly twins: readonly LineCommand[];
  /** The text at the right of the top line: `3/128`. */
  counters(): StyledLine;
  /** The line above the footer: a filter that hides something, or a search that goes on. */
  status?(): StyledLine;
  /** Reads what it needs to be painted in this size. Called before each paint. */
  prepare(size: Size): void;
  /** Only draws, and reads nothing. The canvas has the size that {@link View.prepare} got. */
  paint(canvas: Canvas): void;
  /** @returns undefined if the view does not have this action */
  act(action: Action): readonly Intent[] | undefined;
  /** What is wrong with the argument of an action while it is typed. */
  review?(action: Action): StyledLine | undefined;
  /** The first text in the prompt of an action. */
  suggest?(name: ActionName): string | undefined;
  /** Completes the argument of an action; undefined if nothing does. */
  completer?(name: ActionName): Completer | undefined;
  /** Does a part of long work, a few milliseconds at most. @returns whether the picture has changed, or there is more to do */
  work?(): boolean;
  /**
   * Takes the current time.
   *
   * @returns in how many ms the picture changes again by itself; undefined if it does not
   */
  tick?(nowMs: number): number | undefined;
  /** A click or a turn of the wheel, with coordinates from the view's top left. */
  mouse?(event: MouseAction): readonly Intent[] | undefined;
}

export interface MouseAction {
  readonly type: 'click' | 'wheel-up' | 'wheel-down';
  readonly x: number;
  readonly y: number;
}
