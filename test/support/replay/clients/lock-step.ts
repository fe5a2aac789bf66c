import type { Run } from '../replaying.js';
import type { Entry, Recorded } from './recorded.js';

/** A line of the agent, and how many messages the client had sent when it came. */
export interface Heard {
  readonly line: string;
  readonly sentBefore: number;
}

/** What went over the wire between the lock-step client and the agent. */
export interface LockStep {
  readonly heard: readonly Heard[];
  /** The frame for which it waited in vain, if there was one. */
  readonly missing?: Entry;
}

/**
 * Client A: says what was recorded, byte for byte and in recorded order, each message once every frame that was
 * recorded before it has come. It does not end the run.
 */
export async function lockStep({ entries }: Recorded, run: Run): Promise<LockStep> {
  const heard: Heard[] = [];
  const due = new Map<string, number>();
  let sent = 0;
  const hear = (line: string) => {
    heard.push({ line, sentBefore: sent });
    due.set(line, (due.get(line) ?? 0) - 1);
  };
  run.onLine(hear);
  for (const entry of entries) {
    if (entry.from === 'client') {
      sent += 1;
      run.write(`${entry.line}\n`);
    } else {
      due.set(entry.line, (due.get(entry.line) ?? 0) + 1);
      // what was said twice is two frames, in whatever order they come
      const hasCome = () => (due.get(entry.line) ?? 0) <= 0;
      if (!(await run.waitFor(hasCome))) return { heard, missing: entry };
    }
  }
  return { heard };
}

/** What a careless client does: says these lines one after another, and leaves the agent time to speak between them. */
export async function sayAll(lines: readonly string[], run: Run): Promise<void> {
  for (const line of lines) {
    run.write(`${line}\n`);
    await Promise.resolve();
  }
}
