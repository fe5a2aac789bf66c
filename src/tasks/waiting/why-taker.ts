import type { ObservedEvent, ObservedFrame } from '../../model/observer.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { shellLine } from '../../report/shell-line.js';
import { whyOf } from '../../report/waits/why-answer.js';
import type { ConversationTaker, Subject } from '../conversations/conversations.js';
import { endingOf } from './post-mortem.js';
import { WaitObserver } from './wait-observer.js';

/** Says of a conversation in a file who waited for whom when it ended. */
export class WhyTaker implements ConversationTaker<WhyJson> {
  readonly #subject: Subject;
  readonly #observer = new WaitObserver();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  frame(frame: ObservedFrame): void {
    this.#observer.frame(frame);
  }

  event(event: ObservedEvent): void {
    this.#observer.event(event);
  }

  end(): WhyJson {
    const { connection, tail } = this.#observer;
    const { name, file, hasRealTimes } = this.#subject;
    const { atMs, notes } = endingOf(connection, 'ended');
    return whyOf(connection, {
      name,
      word: file === undefined ? undefined : shellLine([file]),
      state: 'ended',
      nowMs: atMs,
      hasTimes: this.#observer.hasTimes && hasRealTimes,
      outside: { unfinished: tail === undefined ? [] : [tail] },
      notes,
    });
  }
}
