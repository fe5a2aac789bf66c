import type { Severity } from '../../check/engine/severity.js';
import type { Violation } from '../../check/engine/violation.js';
import { formatCount } from '../quantities.js';
import type { Place } from '../../fixture/format/read-fixture.js';

/** A violation with the beginning of the frame it stands at. */
export interface QuotedViolation extends Violation {
  /** Undefined where it is no frame, or one that is long gone. */
  readonly quote: string | undefined;
  /** Where that frame stands in its file; undefined for recordings and standard input. */
  readonly place: Place | undefined;
}

/** Member by member: each object that a spread makes has a layout of its own, and whoever reads many of them is slow. */
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
  /** What it makes of `--fail-on`; undefined where it says nothing, or the command line does. */
  readonly failOn: Severity | 'never' | undefined;
}

/** As reports name it. */
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

/** What the `# allow:` comments of a file came to. */
export interface Allowed {
  /** How many violations they silenced. */
  readonly violations: number;
  readonly unused: readonly UnusedAllowance[];
}

/** As sentences. A file may come from elsewhere, so that what it silences is always told. */
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
  /** What keeps the check from being whole, as sentences; usually none. */
  readonly notes: readonly string[];
  /** Undefined if it has no `# allow:` comments. */
  readonly allowed: Allowed | undefined;
  /** Undefined if there is none. */
  readonly configuration: UsedConfiguration | undefined;
}

export type Counts = Readonly<Record<Severity, number>>;

export function countsOf(violations: Iterable<Violation>): Counts {
  return countsOfAll([{ violations }]);
}

/** Those of several conversations. */
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
