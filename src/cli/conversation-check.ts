import { Checker } from '../check/checker.js';
import { readProtocol, type Protocol } from '../acp/protocol.js';
import type { Listener, ObservedEvent, ObservedFrame } from '../model/observer.js';
import type { Connection } from '../model/connection.js';
import type { Violation } from '../check/violation.js';
import { loadSdkSchemas } from '../sdk-schemas.js';
import type { Checked, QuotedViolation } from '../view/check-report/checked.js';
import type { CheckSettings } from './check-settings.js';
import type { ConversationTaker, Subject } from './conversations.js';

/** How many of the last frames can be quoted. */
const QUOTABLE_FRAMES = 512;
const QUOTED_BYTES = 400;

let protocol: Protocol | undefined;

/** Methods and shapes of ACP, read once. */
export function acpProtocol(): Protocol {
  protocol ??= readProtocol(loadSdkSchemas());
  return protocol;
}

/** Checks one conversation and keeps what was found with the frames it stands at. */
export class ConversationCheck implements ConversationTaker<Checked> {
  readonly #subject: Subject;
  readonly #checker: Checker;
  readonly #violations: QuotedViolation[] = [];
  readonly #quotes: { seq: number; bytes: Uint8Array | undefined }[] = [];
  #frames = 0;
  #hasEnded = false;

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
        const quoted = { ...violation, quote: this.#quote(violation) };
        this.#violations.push(quoted);
        found?.(quoted);
      },
    });
  }

  get connection(): Connection {
    return this.#checker.connection;
  }

  frame(frame: ObservedFrame): void {
    this.#frames += 1;
    this.#quotes[frame.seq % QUOTABLE_FRAMES] = { seq: frame.seq, bytes: quotable(frame.bytes) };
    this.#checker.frame(frame);
  }

  event(event: ObservedEvent): void {
    this.#checker.event(event);
  }

  /** To be called once, after the last entry. */
  end(): Checked {
    this.#hasEnded = this.#checker.end();
    const { name, file } = this.#subject;
    this.#violations.sort((a, b) => a.seq - b.seq);
    return {
      name,
      file,
      frames: this.#frames,
      violations: this.#violations,
      protocol: this.#protocol(),
      notes: this.#notes(),
    };
  }

  #protocol(): string {
    const { negotiated, version, dialect } = this.connection;
    if (!negotiated) return `no version agreed on, checked as ACP v${version}`;
    if (version === 1) return 'ACP v1';
    if (dialect === undefined) return 'ACP v2 (draft not clear: only what all have in common is an error)';
    const where = dialect.seq < 0 ? '' : ` in frame ${dialect.seq}`;
    return `ACP v2 (${dialect.name}: ${dialect.sign}${where})`;
  }

  #notes(): string[] {
    const { fromStart, gap } = this.connection;
    return [
      ...(fromStart ? [] : ['it does not begin where the connection began: rules that need history are infos only']),
      ...(gap === undefined ? [] : [`it has a gap (event ${gap.seq}): rules that need history are infos after it`]),
      ...(this.#hasEnded ? [] : ['it does not hold the end of the conversation: rules about the end were not asked']),
    ];
  }

  #quote({ seq }: Violation): string | undefined {
    const kept = this.#quotes[seq % QUOTABLE_FRAMES];
    if (kept?.seq !== seq || kept.bytes === undefined) return undefined;
    const text = new TextDecoder().decode(kept.bytes.subarray(0, QUOTED_BYTES));
    return kept.bytes.length > QUOTED_BYTES ? `${text}...` : text;
  }
}

/** A small frame as it is; of a large one a copy of its beginning, so that the rest can go. */
function quotable(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes === undefined || bytes.length <= 4 * QUOTED_BYTES ? bytes : bytes.slice(0, QUOTED_BYTES + 1);
}
