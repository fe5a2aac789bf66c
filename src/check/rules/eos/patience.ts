/** How long a client may wait for an ordinary answer before something is wrong, in ms. */
export const PATIENCE_MS = 30_000;
