import type { Reading } from './reading.js';
import type { Entry } from './recorded.js';

/** A frame of the recording that came, and what the client had said by then. */
export interface Came {
  readonly frame: Entry;
  readonly sent: ReadonlySet<Entry>;
}

/** What is wrong with the order in which the frames came: too early, or out of the order of their session. */
export function orderFaults(reading: Reading, came: readonly Came[]): string[] {
  return [...tooEarly(reading, came), ...outOfOrder(reading, came), ...missing(reading, came)];
}

/**
 * Whether a client in lock-step must get the recorded stream as a whole: each frame waits for the last message of the
 * client before it, so none can overtake another.
 */
export function isOneStream(reading: Reading): boolean {
  return reading.recorded.agent.every((frame) => {
    const last = reading.recorded.client.findLast(({ at, message }) => at < frame.at && message.kind !== 'nothing');
    return last === undefined || reading.waitsFor(frame, last);
  });
}

function tooEarly(reading: Reading, came: readonly Came[]): string[] {
  return came.flatMap(({ frame, sent }) =>
    reading.recorded.client
      .filter((entry) => reading.waitsFor(frame, entry) && !sent.has(entry))
      .map((entry) => `${label(frame)} came before ${label(entry)}`),
  );
}

function outOfOrder(reading: Reading, came: readonly Came[]): string[] {
  const last = new Map<string, Entry>();
  return came.flatMap(({ frame }) => {
    const home = reading.homeOf(frame);
    const key = home.kind === 'lane' ? home.session : home.kind === 'free' ? '' : `request ${home.request.at}`;
    const before = last.get(key);
    last.set(key, frame);
    return before !== undefined && before.at > frame.at ? [`${label(before)} came before ${label(frame)}`] : [];
  });
}

function missing(reading: Reading, came: readonly Came[]): string[] {
  const frames = new Set(came.map(({ frame }) => frame));
  return reading.recorded.agent.filter((frame) => !frames.has(frame)).map((frame) => `${label(frame)} never came`);
}

export function label({ at, from, line }: Entry): string {
  return `${from} ${at} ${line.slice(0, 120)}`;
}
