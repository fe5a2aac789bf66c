/** A place in a recording and in time. */
export interface Moment {
  readonly seq: number;
  /** In ms since time zero. Frames without a time of their own count as one second apart. */
  readonly at: number;
}
