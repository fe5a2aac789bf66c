/** error: MUST, required, or the schema is broken. warning: SHOULD, or a MUST that a tap cannot prove. info: legal, worth seeing. */
export type Severity = (typeof SEVERITIES)[number];

/** From the worst on. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;

/** Who is to blame. `sender` is the side that sent the frame of the violation, `receiver` the other side. */
export type Blame = 'client' | 'agent' | 'sender' | 'receiver';

/** The versions a rule holds in; `v2a` and `v2b` are the two drafts of v2 (docs/checking.md: "Drafts of v2"). */
export type RuleVersion = 'v1' | 'v2' | 'v2a' | 'v2b';

/** A severity, or that it is no violation. */
export type Verdict = Severity | 'off';
