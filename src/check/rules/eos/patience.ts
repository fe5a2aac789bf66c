/** So long a client may wait for an ordinary answer before something is wrong. */
export const PATIENCE_MS = 30_000;
