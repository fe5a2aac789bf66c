import type { Playback } from '../playback/playback.js';
import type { MarkedPlace } from './marked-place.js';

/** The tools that all views of one recording share. */
export interface SharedTools<Views> {
  /** Opens other views. */
  readonly views: Views;
  /** The moment that is shown, the same in all views. */
  readonly playback: Playback;
  /** The start of a selection, the same in all views. */
  readonly marked: MarkedPlace;
}
