import type { EntryTimes } from '../../../src/screen/playback/playback-timeline.js';

/** Entries that came at these times, in ms; the list may grow. */
export function timesOf(ms: readonly (number | undefined)[]): EntryTimes {
  return {
    get entries() {
      return ms.length;
    },
    atNs: (seq) => {
      const at = ms[seq];
      return at === undefined ? undefined : at * 1e6;
    },
  };
}
