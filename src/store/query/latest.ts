/** Names the recording that started last: what a command is about if it is told nothing else. */
export const LATEST = '@last';

/** The one before. */
export const LATEST_BUT_ONE = '@2';
