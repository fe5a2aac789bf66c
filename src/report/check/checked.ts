import type { Severity } from '../../check/engine/severity.js';
import type { Violation } from '../../check/engine/violation.js';
import { formatCount } from '../quantities.js';
import type { Place } from '../../fixture/format/read-fixture.js';

/** A violation with the beginning of its frame. */
export interface QuotedViolation extends Violation {
  /** Undefined if the violation is not at a frame, or if the frame is not in memory any more. */
  readonly quote: string | undefined;
  /** The place of the frame in its file; undefined for recordings and standard input. */
  readonly place: Place | undefined;
}

/** Written member by member: objects made by a spread have different layouts in memory, which makes reading many of them slow. */
export function quotedViolation(
  { rule, severity, fault, seq, sessionId, turn, message, evidence, raced }: Violation,
  quote: string | undefined,
  place: Place | undefined,
): QuotedViolation {
  return { rule, severity, fault, seq, sessionId, turn, message, evidence, raced, quote, place };
}

/** The configuration file of a check. It may silence rules, so each report names it. */
export interface UsedConfiguration {
  readonly file: string;
  /** How many rules it switches off. */
  readonly rulesOff: number;
  /** Its setting for `--fail-on`; undefined if it has none, or if the command line overrides it. */
  readonly failOn: Severity | 'never' | undefined;
}

/** The configuration as a text for reports. */
export function configurationText({ file, rulesOff, failOn }: UsedConfiguration): string {
  const facts = [`${formatCount(rulesOff, 'rule')} off`, ...(failOn === undefined ? [] : [`fail on ${failOn}`])];
  return `configuration ${file}: ${facts.join(', ')}`;
}

/** An `# allow:` comment that silences nothing. */
export interface UnusedAllowance {
  readonly rule: string;
  /** The frame or event below it. */
  readonly seq: number;
  readonly place: Place | undefined;
}

/** The effect of the `# allow:` comments in a file. */
export interface Allowed {
  /** How many violations they silenced. */
  readonly violations: number;
  readonly unused: readonly UnusedAllowance[];
}

/** The effect as sentences. It is always reported, because the file may come from somebody else. */
export function allowedNotes({ violations, unused }: Allowed): string[] {
  const silenced = `${formatCount(violations, 'violation')} allowed by comments in the file`;
  return [...(violations === 0 ? [] : [silenced]), ...unused.map(unusedText)];
}

export function unusedText({ rule, seq, place }: UnusedAllowance): string {
  const where = place === undefined ? '' : `, line ${place.line}`;
  return `"# allow: ${rule}" above frame ${seq}${where} silences nothing; remove it`;
}

/** One conversation after it was checked. */
export interface Checked {
  /** The recording or file, as it was named. */
  readonly name: string;
  /** The file it was read from; undefined for a recording and for standard input. */
  readonly file: string | undefined;
  readonly frames: number;
  /** How long the conversation took, in ms; 0 if its times are unknown. */
  readonly durationMs: number;
  /** In the order of their frames. */
  readonly violations: readonly QuotedViolation[];
  /** For example "ACP v2 (v2b, by messageId of the prompt in result and echo in frame 7)". */
  readonly protocol: string;
  /** Why the check is incomplete, as sentences; usually empty. */
  readonly notes: readonly string[];
  /** Undefined if it has no `# allow:` comments. */
  readonly allowed: Allowed | undefined;
  /** Undefined if there is no configuration file. */
  readonly configuration: UsedConfiguration | undefined;
}

export type Counts = Readonly<Record<Severity, number>>;

export function countsOf(violations: Iterable<Violation>): Counts {
  return countsOfAll([{ violations }]);
}

/** The counts of several conversations together. */
export function countsOfAll(all: Iterable<{ readonly violations: Iterable<Violation> }>): Counts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { violations } of all) for (const { severity } of violations) counts[severity] += 1;
  return counts;
}

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Whether a severity is `least` or worse. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return RANK[severity] >= RANK[least];
}
