import type { FilterMarks } from '../../filter/filter-marks.js';
import type { FrameFacts, ViolationMark } from '../../filter/frame-facts.js';
import type { TextMatcher } from '../../pattern/text-matcher.js';
import type { EventFields, EventName } from '../../wire/frame.js';

/** The facts of an event: its text is its name and its fields. */
export class EventFacts implements FrameFacts {
  readonly sender = 'event';
  readonly sizeBytes = undefined;
  readonly isBatch = false;
  readonly messages = [];
  readonly json = [];
  readonly isUnanswered = false;
  readonly isOrphan = false;
  readonly exchangeNs = undefined;
  readonly turns = [];
  readonly seq: number;
  readonly event: EventName;
  readonly atNs: number | undefined;
  readonly violations: readonly ViolationMark[];
  readonly #fields: EventFields;

  constructor(
    seq: number,
    { name, fields, atNs }: { name: EventName; fields: EventFields; atNs: number | undefined },
    marks: FilterMarks,
  ) {
    this.seq = seq;
    this.event = name;
    this.atNs = atNs;
    this.#fields = fields;
    this.violations = marks.violationsAt(seq);
  }

  holds(pattern: TextMatcher): boolean {
    const fields = Object.entries(this.#fields).map(([name, value]) => `${name}=${value}`);
    return pattern.isIn([this.event, ...fields].join(' '));
  }
}
