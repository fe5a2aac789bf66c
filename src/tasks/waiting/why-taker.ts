import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { shellLine } from '../../report/shell-line.js';
import { whyOf } from '../../report/waits/why-answer.js';
import type { ConversationTaker, Subject } from '../conversations/conversations.js';
import { endingOf } from './post-mortem.js';
import { WaitObserver } from './wait-observer.js';

/** Says who waited for whom at the end of a conversation in a file. */
export class WhyTaker implements ConversationTaker<WhyJson> {
  readonly #subject: Subject;
  readonly told = new WaitObserver();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  end(): WhyJson {
    const { connection, tail, hasTimes } = this.told;
    const { name, file, hasRealTimes } = this.#subject;
    const { atMs, notes } = endingOf(connection, 'ended');
    return whyOf(connection, {
      name,
      word: file === undefined ? undefined : shellLine([file]),
      state: 'ended',
      nowMs: atMs,
      hasTimes: hasTimes && hasRealTimes,
      outside: { unfinished: tail === undefined ? [] : [tail] },
      notes,
    });
  }
}
