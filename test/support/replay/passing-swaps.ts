/** Messages of a client that may stand in each other's place, and why. */
export interface PassingSwaps {
  readonly reason: string;
  /** By conversation: numbers of the client's messages, from 0, as `2-5`. */
  readonly swaps: Readonly<Record<string, readonly string[]>>;
}

const AGENTS = [
  'claude-agent-acp-0.100.0',
  'gemini-cli-0.61.0',
  'opencode-1.18.33',
  'sdk-example-agent-0.12.0',
  'zed-codex-acp-0.16.0',
];

/** The same pairs with each of these agents. */
function each(scenario: string, pairs: readonly string[], agents = AGENTS): Record<string, readonly string[]> {
  return Object.fromEntries(agents.map((agent) => [`${agent}/${scenario}`, pairs]));
}

/** Every pair of these. */
function among(...numbers: readonly number[]): string[] {
  return numbers.flatMap((i, at) => numbers.slice(at + 1).map((j) => `${i}-${j}`));
}

/**
 * All swaps of the corpus that pass. What is not here must not: it would be a client that does something else.
 *
 * 12-errors is one script with every agent: 0 prompt before the handshake, 1 initialize, 2 and 3 unknown methods, 4 to 7
 * session/new (the last one made the session), 8 prompt of an unknown session, 9 prompt, 10 load that fails, 11 set_mode,
 * 12 session/new, 13 authenticate, 14 cancel of the unknown session, 15 unknown notification, 16 stray answer, 17 blank,
 * 18 no JSON, 19 batch, 20 to 22 unknown methods, 23 prompt.
 */
export const PASSING_SWAPS: readonly PassingSwaps[] = [
  {
    reason: 'A cancel and the `cancelled` answer to what was asked cross: clients send them in either order.',
    swaps: { ...each('08-cancel-permission', ['3-4']), 'gemini-cli-0.61.0/08-cancel-permission': ['4-5'] },
  },
  {
    reason: 'Two sessions know nothing of each other: prompts and answers of one may come before those of the other.',
    swaps: { ...each('09-two-sessions', ['3-4']), 'sdk-example-agent-0.12.0/09-two-sessions': ['3-4', '4-5', '5-6'] },
  },
  {
    reason: 'A session may be opened before or after another one is given its prompt.',
    swaps: each('09-two-sessions', ['2-3']),
  },
  {
    reason: 'Two session/new that differ in their folders only, which no other message names: folders are bound.',
    swaps: { 'sdk-example-agent-0.12.0/09-two-sessions': ['1-2'] },
  },
  {
    reason: 'session/list asks, it changes nothing: it may come before or after a session is loaded.',
    swaps: each('11-load-replay', ['1-2'], ['claude-agent-acp-0.100.0', 'opencode-1.18.33', 'zed-codex-acp-0.16.0']),
  },
  {
    reason: 'Settings of different kinds do not touch each other.',
    swaps: { 'gemini-cli-0.61.0/14-modes': ['2-3'] },
  },
  {
    reason: 'Recorded before initialize and of no session: nothing says that it has to come before it.',
    swaps: each('12-errors', ['0-1']),
  },
  {
    reason:
      'They share no session, or one of them has none, and only requests that open sessions have an order of their own.',
    swaps: each('12-errors', [
      ...['2-3', '2-4', '2-8', '3-4', '3-8'],
      ...['7-8', '8-9', '8-10', '8-11', '9-10', '10-11', '11-12'],
    ]),
  },
  {
    reason: 'A setting may come at any time in its session, before or after a prompt.',
    swaps: each('12-errors', ['9-11']),
  },
  {
    reason: 'Only what was recorded after authenticate has to come after it.',
    swaps: each('12-errors', ['2-13', '3-13', '8-13', '9-13', '11-13', '12-13']),
  },
  {
    reason: 'None belongs to a session but for the prompt at the end, and nothing of its session is among the others.',
    swaps: each('12-errors', among(14, 15, 16, 18, 19, 20, 21, 22, 23)),
  },
];
