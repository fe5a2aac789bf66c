import { TurntableError } from '../errors.js';
import { Conversations } from '../tasks/conversations/conversations.js';
import { WhyRecording } from '../tasks/waiting/why-recording.js';
import { WhyTaker } from '../tasks/waiting/why-taker.js';
import { withText } from './traffic-waits.js';
import type { Waiting, WhyWaitingOptions } from './types.js';

/** What `why` says of a recording or a file; of a file with several conversations, of the last one. */
export function waitingIn(source: string, { db }: WhyWaitingOptions): Waiting {
  const quiet = { env: process.env, stdin: 0, now: Date.now, say: () => undefined, progress: () => undefined };
  const conversations = new Conversations({ ...(db !== undefined && { db }) }, quiet);
  try {
    const recording = conversations.recording(source);
    if (recording !== undefined) {
      return withText(new WhyRecording(conversations.db, recording).ask(recording, Date.now()));
    }
    const answer = [...conversations.read(source, (subject) => new WhyTaker(subject))].at(-1);
    if (answer === undefined) throw new TurntableError('FILE_UNREADABLE', `${source} contains no conversation`);
    return withText(answer);
  } finally {
    conversations.close();
  }
}
