import { Checker } from '../check/checker.js';
import type { Listener, ObservedEvent, ObservedFrame } from '../model/observer.js';
import type { Connection } from '../model/connection.js';
import type { Violation } from '../check/violation.js';
import { acpProtocol } from './acp-protocol.js';
import { quotedViolation, type Checked, type QuotedViolation } from '../view/check-report/checked.js';
import type { Place } from '../fixture/read-fixture.js';
import { Places } from '../view/check-report/places.js';
import { checkNotes, protocolText } from '../view/check-report/facts.js';
import type { CheckSettings } from './check-settings.js';
import type { ConversationTaker, Subject } from './conversations.js';
import { QUOTED_BYTES, quoteOf } from './quotes.js';

/** How many of the last frames can be quoted. */
const QUOTABLE_FRAMES = 512;

/** Checks one conversation and keeps what was found with the frames it stands at. */
export class ConversationCheck implements ConversationTaker<Checked> {
  readonly #subject: Subject;
  readonly #checker: Checker;
  readonly #violations: QuotedViolation[] = [];
  readonly #quotes: { seq: number; bytes: Uint8Array | undefined }[] = [];
  readonly #places = new Places();
  #frames = 0;

  /** @param found called with each violation as it is found, for who cannot wait */
  constructor(
    subject: Subject,
    settings: CheckSettings,
    { listeners = [], found }: { listeners?: readonly Listener[]; found?: (violation: QuotedViolation) => void } = {},
  ) {
    this.#subject = subject;
    this.#checker = new Checker({
      protocol: acpProtocol(),
      rules: settings.rules,
      dialect: settings.dialect,
      fromStart: settings.fromStart ?? (subject.isCut ? false : undefined),
      hasRealTimes: subject.hasRealTimes,
      ...(settings.raceWindow !== undefined && { thresholds: { raceWindow: settings.raceWindow } }),
      listeners,
      onViolation: (violation) => {
        if (!settings.isWanted(violation.rule)) return;
        const quoted = quotedViolation(violation, this.#quote(violation), this.#places.of(violation.seq));
        this.#violations.push(quoted);
        found?.(quoted);
      },
    });
  }

  get connection(): Connection {
    return this.#checker.connection;
  }

  frame(frame: ObservedFrame, place?: Place): void {
    this.#frames += 1;
    if (place !== undefined) this.#places.note(frame.seq, place);
    this.#quotes[frame.seq % QUOTABLE_FRAMES] = { seq: frame.seq, bytes: quotable(frame.bytes) };
    this.#checker.frame(frame);
  }

  event(event: ObservedEvent, place?: Place): void {
    if (place !== undefined) this.#places.note(event.seq, place);
    this.#checker.event(event);
  }

  /** To be called once, after the last entry. */
  end(): Checked {
    const holdsItsEnd = this.#checker.end();
    const { name, file } = this.#subject;
    this.#violations.sort((a, b) => a.seq - b.seq);
    return {
      name,
      file,
      frames: this.#frames,
      violations: this.#violations,
      protocol: protocolText(this.connection),
      notes: checkNotes(this.connection, holdsItsEnd),
    };
  }

  #quote({ seq }: Violation): string | undefined {
    const kept = this.#quotes[seq % QUOTABLE_FRAMES];
    if (kept?.seq !== seq || kept.bytes === undefined) return undefined;
    return quoteOf(kept.bytes);
  }
}

/** A small frame as it is; of a large one a copy of its beginning, so that the rest can go. */
function quotable(bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined || bytes.length <= 4 * QUOTED_BYTES) return bytes;
  // the slice of a Buffer would be a view
  return new Uint8Array(bytes.subarray(0, QUOTED_BYTES + 1));
}
