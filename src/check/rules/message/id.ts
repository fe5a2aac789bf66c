import { textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { CHUNKS, MESSAGES } from './message-updates.js';

const KINDS = ['user', 'agent', 'thought'] as const;

/** What a message update tells of: user, agent or thought, as the model calls it. */
function kindOf({ updateKind }: Step): (typeof KINDS)[number] {
  if (updateKind?.startsWith('user_') === true) return 'user';
  return updateKind?.startsWith('agent_thought') === true ? 'thought' : 'agent';
}

const NAMES = { user: 'a message of the user', agent: 'a message of the agent', thought: 'a thought' } as const;

export const idAcrossKinds = defineRule({
  id: 'message/id-across-kinds',
  severity: 'warning',
  versions: ['v1', 'v2a'],
  fault: 'agent',
  summary: 'One messageId stands for one message: that of the user and that of the agent never share one.',
  explanation:
    'Clients collect chunks under their messageId. Where two speakers share one, what the agent says can end up in the ' +
    'bubble of the user. Give each message an id of its own. Only info where a thought and a message of the agent share ' +
    'it: many agents use the id of the answer of their model for both, and v1 does not say whether that is one message ' +
    'or two. Not reported for the newest draft of v2, where each kind counts for itself, and for history. Once for an id.',
  spec: 'https://agentclientprotocol.com/rfds/message-id',
  messages: { shared: 'messageId {id} was {before} and is now used for {now}' },
  on: MESSAGES.map((update) => `${update} if identified` as const),
  inspect({ step, report }) {
    const { session, update, isHistory } = step;
    const id = textOf(update?.['messageId']);
    if (id === undefined || id === '' || session === undefined || isHistory) return;
    const kind = kindOf(step);
    const other = KINDS.find((one) => one !== kind && session.messages.known.has(`${one} ${id}`));
    if (other === undefined) return;
    const severity = kind === 'user' || other === 'user' ? 'warning' : 'info';
    const data = { id: quoted(id), before: NAMES[other], now: NAMES[kind] };
    report('shared', { data, severity, once: `${session.id} ${id}` });
  },
});

export const idReopened = defineRule({
  id: 'message/id-reopened',
  severity: 'info',
  versions: ['v1', 'v2a'],
  fault: 'agent',
  summary: 'A changed messageId begins a new message; chunks do not go back to an older one.',
  explanation:
    'Clients take a new messageId for the end of the message before it, and may have drawn it for good. A chunk that ' +
    'goes back to the older id shows up out of place, or as a third message. Finish one message before the next, or use ' +
    'a new id. Not reported: the newest draft of v2, where chunks may mix; whole messages, which may patch older ones; ' +
    'history; and two prompts at a time, whose answers may mix. Once for an id.',
  spec: 'https://agentclientprotocol.com/rfds/message-id',
  messages: { reopened: 'messageId {id} goes on after {other} had begun' },
  on: CHUNKS.map((update) => `${update} if identified` as const),
  inspect({ step, knows, report }) {
    const { session, update, isHistory } = step;
    const id = textOf(update?.['messageId']);
    if (id === undefined || session === undefined || isHistory || !knows(session) || session.open.length > 1) return;
    const kind = kindOf(step);
    const last = session.messages.lastIds.get(kind);
    if (last === undefined || last === null || last === id || !session.messages.known.has(`${kind} ${id}`)) return;
    report('reopened', { data: { id: quoted(id), other: quoted(last) }, once: `${session.id} ${kind} ${id}` });
  },
});

export const idPartiallyPresent = defineRule({
  id: 'message/id-partially-present',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'An agent that uses messageId sends it with every chunk of that kind.',
  explanation:
    'messageId is optional in v1, but a client that has seen one relies on it to find the ends of messages. A chunk ' +
    'without it has no message to belong to: it is shown by itself, or put to whatever came last. Send the id with all ' +
    'chunks, also with those that a fallback or an error writes. Each kind (user, agent, thought) counts for itself. ' +
    'Once for a session and kind; not for history.',
  spec: 'https://agentclientprotocol.com/rfds/message-id',
  messages: {
    without: '{kind} has no messageId, but the chunk of that kind before it had one',
    with: '{kind} has a messageId, but the chunk of that kind before it had none',
  },
  on: CHUNKS,
  inspect({ step, report }) {
    const { session, update, isHistory, updateKind = '' } = step;
    const value = update?.['messageId'] ?? null;
    if (session === undefined || isHistory || (value !== null && typeof value !== 'string')) return;
    const kind = kindOf(step);
    const last = session.messages.lastIds.get(kind);
    if (last === undefined || (last === null) === (value === null)) return;
    const details = { data: { kind: updateKind }, once: `${session.id} ${kind}` };
    report(value === null ? 'without' : 'with', details);
  },
});
