/** What a task may say and read of its surroundings, whichever face runs it. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** The descriptor of standard input. */
  readonly stdin: number;
  /** The wall clock, in ms since 1970. */
  readonly now: () => number;
  /** Says something to the person: not a result. */
  readonly say: (text: string) => void;
  /** Shows how far long work is; `undefined` ends it. */
  progress(text: string | undefined): void;
}
