import type { Conversation, Findings } from '../../../src/screen/frame/conversation.js';
import { Marks } from '../../../src/screen/violations/marks.js';

/** A conversation of which only what is given is known; nothing else may be asked of it. */
export function fakeConversation(
  findings: Partial<Findings>,
  rest: Partial<Omit<Conversation, 'findings'>> = {},
): Conversation {
  const unknown = {
    progress: 1,
    isFollowing: false,
    failure: undefined,
    marks: new Marks(),
    violations: [],
    violationsLeftOut: 0,
  };
  const notAsked = () => {
    throw new Error('the test has no entries');
  };
  const item = {
    number: 1,
    label: 'demo',
    state: 'ended',
    when: '10:41',
    startedUs: 0,
    command: 'agent',
    cwd: '/',
    agent: 'agent 1',
    client: 'client 1',
    frames: 0,
    durationNs: 0,
    sizeBytes: 0,
    end: 'exit 0',
    turns: undefined,
    violations: undefined,
  } as const;
  return {
    item,
    entries: 0,
    findings: { ...unknown, turns: [], openTurns: [], stalls: [], statistics: undefined, protocol: '', ...findings },
    nowMs: undefined,
    why: notAsked,
    entry: notAsked,
    atNs: notAsked,
    otherHalf: notAsked,
    bytes: notAsked,
    stateAt: notAsked,
    observed: notAsked,
    find: notAsked,
    search: notAsked,
    clock: () => '',
    ...rest,
  };
}
