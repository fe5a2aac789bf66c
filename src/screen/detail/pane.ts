import type { Canvas } from '../cells/canvas.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action } from '../keys/key-bindings.js';
import type { Intent, MouseAction, Size } from '../frame/view.js';

/** One mode of a frame. The view around it draws the title and the footer. */
export interface Pane {
  /** `line 9/17`. */
  counters(): StyledLine;
  /** The text that is being searched for. */
  status(): StyledLine;
  prepare(size: Size): void;
  paint(canvas: Canvas): void;
  /** @returns undefined if the pane does not have this action */
  act(action: Action): readonly Intent[] | undefined;
  /** Does a part of long work. @returns whether the picture has changed, or there is more to do */
  work(): boolean;
  mouse(event: MouseAction): readonly Intent[] | undefined;
}
