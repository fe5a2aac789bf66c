/** A place in a recording and in time. */
export interface Moment {
  readonly seq: number;
  /** In ms since time zero. Frames without times count as one second apart. */
  readonly at: number;
}
