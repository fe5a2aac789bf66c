import type { Canvas } from '../cells/canvas.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action } from '../keys/key-bindings.js';
import type { Intent, MouseAction, Size } from '../frame/view.js';

/** One way to look at a frame; what stands around it is drawn by the view that it is in. */
export interface Pane {
  /** `line 9/17`. */
  counters(): StyledLine;
  /** What is being looked for. */
  status(): StyledLine;
  prepare(size: Size): void;
  paint(canvas: Canvas): void;
  /** @returns undefined where the action is none of this pane */
  act(action: Action): readonly Intent[] | undefined;
  /** Does a little of what takes long. @returns whether the picture is another, or there is more to do */
  work(): boolean;
  mouse(event: MouseAction): readonly Intent[] | undefined;
}
