/**
 * How a step went. `done`: all is in, the journal can go. `kept`: all is in, but its tap may live where we cannot look.
 * `taken`: another process, which runs, is at it. `gone`: the journal was removed.
 */
export type IngestStep = 'more' | 'caught-up' | 'done' | 'kept' | 'taken' | 'gone';

/** The steps after which nothing more comes, because this or another process has brought everything in. */
export const LAST_STEPS: ReadonlySet<IngestStep> = new Set(['done', 'kept', 'gone']);
