/** The name of the latest recording: the default of most commands. */
export const LATEST = '@last';

/** The name of the recording before it. */
export const LATEST_BUT_ONE = '@2';
