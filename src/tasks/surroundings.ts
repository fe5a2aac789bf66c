/** The surroundings of a task, whichever face runs it. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** The descriptor of standard input. */
  readonly stdin: number;
  /** The wall clock, in ms since 1970. */
  readonly now: () => number;
  /** Shows a message to the person; results are printed elsewhere. */
  readonly say: (text: string) => void;
  /** Shows the progress of long work; `undefined` removes it. */
  progress(text: string | undefined): void;
}
