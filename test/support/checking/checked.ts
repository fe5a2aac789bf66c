import type { Checked, QuotedViolation } from '../../../src/report/check/checked.js';

/** What would drive a terminal, end an attribute, a cell or a command, or turn the direction of writing. */
export const DRIVING = '\x1b[31m\x9b5m\u202e\u2028\x7f\r\n\t|<b>`x`*[a](b)]]>&"\',:%0A::error::';

/** Everything that a terminal or a text file must not be given as it is. */
export const UNSAFE = /[^\n\P{Cc}]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

export function violation(more: Partial<QuotedViolation> = {}): QuotedViolation {
  return {
    rule: 'tool-call/update-before-create',
    severity: 'warning',
    fault: 'agent',
    seq: 17,
    sessionId: 's1',
    turn: 1,
    message: 'tool_call_update for "t1", which no tool_call announced',
    evidence: [],
    raced: false,
    quote: '{"jsonrpc":"2.0","method":"session/update"}',
    place: undefined,
    ...more,
  };
}

export function checked(more: Partial<Checked> = {}): Checked {
  return {
    name: 'demo',
    file: undefined,
    frames: 56,
    durationMs: 1234.5,
    violations: [],
    protocol: 'ACP v1',
    notes: [],
    allowed: undefined,
    configuration: undefined,
    ...more,
  };
}

/** A recording without a violation, and a file with one of each kind, two of which hold what would do harm. */
export const SAMPLE: readonly Checked[] = [
  checked(),
  checked({
    name: 'chats/one, two',
    file: 'chats/one, two.acp',
    frames: 1,
    notes: ['it does not hold the end of the conversation: rules about the end were skipped'],
    violations: [
      violation({
        rule: 'stop-reason/error-literal',
        severity: 'error',
        seq: 3,
        evidence: [1, 2],
        place: { file: 'chats/one, two.acp', line: 9 },
      }),
      violation({
        seq: 4,
        sessionId: `s${DRIVING}`,
        message: `an update for ${DRIVING}`,
        quote: `{"x":"${DRIVING}"}`,
        raced: true,
        place: { file: 'chats/one, two.acp', line: 10 },
      }),
      violation({
        rule: 'jsonrpc/unknown-method',
        severity: 'info',
        fault: 'client',
        seq: 900,
        sessionId: undefined,
        turn: undefined,
        quote: undefined,
        place: { file: 'chats/first.acp', line: 2 },
      }),
    ],
  }),
];
