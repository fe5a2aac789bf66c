import type { Playback } from '../playback/playback.js';
import type { MarkedPlace } from './marked-place.js';

/** What the views of a recording that show the same work with. */
export interface SharedTools<Views> {
  /** What opens others. */
  readonly views: Views;
  /** The moment that is shown: all of them show the same. */
  readonly playback: Playback;
  /** Where a selection begins, in all of them. */
  readonly marked: MarkedPlace;
}
