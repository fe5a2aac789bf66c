/** What a history consists of. */
export const TOLD_KINDS = ['prompt', 'message', 'thought', 'tool-call', 'plan'] as const;

export type ToldKind = (typeof TOLD_KINDS)[number];

/** What can be wrong with a replay. */
export const FAULT_KINDS = ['nothing-replayed', 'lost', 'altered', 'moved', 'added'] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];
