/**
 * error: violates a MUST or the schema. warning: violates a SHOULD, or a MUST that a tap cannot prove. info: legal but
 * notable.
 */
export type Severity = (typeof SEVERITIES)[number];

/** From the worst to the mildest. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;

/** Who is at fault. `sender` is the side that sent the frame of the violation, `receiver` the other side. */
export type Blame = 'client' | 'agent' | 'sender' | 'receiver';

/**
 * The versions in which a rule applies; `v2a` and `v2b` are the two drafts of v2 (docs/checking.md: "Drafts of v2").
 */
export type RuleVersion = 'v1' | 'v2' | 'v2a' | 'v2b';

/** A severity, or "off" if it is no violation. */
export type Verdict = Severity | 'off';
