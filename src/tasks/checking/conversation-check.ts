import { Checker } from '../../check/engine/checker.js';
import type { Listener, ObservedEvent, ObservedFrame } from '../../model/observer.js';
import type { Connection } from '../../model/state/connection.js';
import { acpProtocol } from '../protocol/acp-protocol.js';
import {
  allowedNotes,
  quotedViolation,
  type Checked,
  type QuotedViolation,
  type UsedConfiguration,
} from '../../report/check/checked.js';
import { liveNotes } from '../../report/waits/why-text.js';
import type { Place } from '../../fixture/format/read-fixture.js';
import { Places } from '../../report/check/places.js';
import { checkNotes, protocolText } from '../../report/check/protocol-text.js';
import { Allowances } from './allowances.js';
import type { CheckSettings } from './check-settings.js';
import type { ConversationTaker, EntryTaker, Subject } from '../conversations/conversations.js';
import { liveAnswer } from '../waiting/live-answer.js';
import { Quotes } from './quotes.js';

export interface ConversationCheckOptions {
  readonly listeners?: readonly Listener[];
  /** Called with each violation as soon as it is found. */
  readonly found?: (violation: QuotedViolation) => void;
  /** Whether to quote the beginnings of frames. It costs a little for each frame, and few reports show them. */
  readonly quotes?: boolean;
}

/** Checks one conversation, and keeps the violations with the beginnings of their frames. */
export class ConversationCheck implements ConversationTaker<Checked>, EntryTaker {
  readonly told = this;
  readonly #subject: Subject;
  readonly #checker: Checker;
  readonly #violations: QuotedViolation[] = [];
  readonly #quotes: Quotes | undefined;
  readonly #places = new Places();
  readonly #configuration: UsedConfiguration | undefined;
  readonly #allowances = new Allowances();
  #frames = 0;
  #lastNs = 0;

  constructor(
    subject: Subject,
    settings: CheckSettings,
    { listeners = [], found, quotes = false }: ConversationCheckOptions = {},
  ) {
    this.#subject = subject;
    this.#configuration = settings.configuration;
    this.#quotes = quotes ? new Quotes() : undefined;
    this.#checker = new Checker({
      protocol: acpProtocol(),
      rules: settings.rules,
      dialect: settings.dialect,
      fromStart: settings.fromStart ?? (subject.isCut ? false : undefined),
      hasRealTimes: subject.hasRealTimes,
      ...(settings.raceWindow !== undefined && { thresholds: { raceWindow: settings.raceWindow } }),
      listeners,
      onViolation: (violation) => {
        if (!settings.isWanted(violation.rule) || this.#allowances.covers(violation)) return;
        const { seq } = violation;
        const quoted = quotedViolation(violation, this.#quotes?.of(seq), this.#places.of(seq));
        this.#violations.push(quoted);
        found?.(quoted);
      },
    });
  }

  get connection(): Connection {
    return this.#checker.connection;
  }

  /** Whether any frame so far has a time. */
  get hasTimes(): boolean {
    return this.#checker.hasTimes;
  }

  allow(seq: number, texts: readonly string[], place?: Place): void {
    this.#allowances.add(seq, texts, place);
  }

  frame(frame: ObservedFrame, place?: Place): void {
    this.#frames += 1;
    this.#noteTime(frame);
    if (place !== undefined) this.#places.note(frame.seq, place);
    this.#quotes?.note(frame);
    this.#checker.frame(frame);
  }

  event(event: ObservedEvent, place?: Place): void {
    this.#noteTime(event);
    if (place !== undefined) this.#places.note(event.seq, place);
    this.#checker.event(event);
  }

  /** Call this once, after the last entry. */
  end(): Checked {
    const { name, file, hasRealTimes, live } = this.#subject;
    const answer = liveAnswer(this.connection, this.#subject);
    const holdsItsEnd = this.#checker.end(live?.nowMs());
    this.#violations.sort((a, b) => a.seq - b.seq);
    const { allowed } = this.#allowances;
    return {
      name,
      file,
      frames: this.#frames,
      durationMs: hasRealTimes ? this.#lastNs / 1e6 : 0,
      violations: this.#violations,
      protocol: protocolText(this.connection),
      notes: [
        ...checkNotes(this.connection, holdsItsEnd),
        ...(answer === undefined ? [] : liveNotes(answer)),
        ...(allowed === undefined ? [] : allowedNotes(allowed)),
      ],
      allowed,
      configuration: this.#configuration,
    };
  }

  #noteTime({ atNs = 0 }: Pick<ObservedFrame, 'atNs'>): void {
    if (atNs > this.#lastNs) this.#lastNs = atNs;
  }
}
