import { textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { CHUNKS, MESSAGES } from './message-updates.js';

const KINDS = ['user', 'agent', 'thought'] as const;

/** Whose message an update belongs to, in the words of the model. */
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
  summary: 'A messageId should identify only one message.',
  explanation:
    'Clients collect chunks by their messageId. If a message of the user and one of the agent share an id, the ' +
    "agent's text can end up in the user's bubble. Give each message its own id.\n\n" +
    "Only an info if a thought and a message of the agent share the id: many agents use the id of the model's " +
    'response for both, and v1 does not say whether that is one message or two. Reported once per id. Not reported: ' +
    'the November draft of v2, where each kind has its own ids; history.',
  spec: 'https://agentclientprotocol.com/rfds/message-id',
  messages: { shared: 'messageId {id} was {before} and is now {now}' },
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
  summary: 'Chunks should not go back to an older messageId.',
  explanation:
    'For a client, a new messageId ends the message before it, and the client may have drawn that message for good. ' +
    'A chunk with the older id then appears in the wrong place, or as a third message. Finish one message before ' +
    'you begin the next, or use a new id.\n\n' +
    'Reported once per id. Not reported: the November draft of v2, where chunks may alternate; whole messages, ' +
    'which may patch older ones; history; two prompts at a time, whose answers may mix.',
  spec: 'https://agentclientprotocol.com/rfds/message-id',
  messages: { reopened: 'messageId {id} continues after {other} had begun' },
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
  summary: 'An agent that uses messageId should send it with every chunk.',
  explanation:
    'messageId is optional in v1, but a client that has seen one relies on it to find the end of each message. It ' +
    'shows a chunk without an id on its own, or adds it to whatever came last. Send the id with all chunks, also ' +
    'from fallback and error paths.\n\n' +
    'Each kind (user, agent, thought) is checked separately. Reported once per session and kind. Not reported: ' +
    'history.',
  spec: 'https://agentclientprotocol.com/rfds/message-id',
  messages: {
    without: '{kind} has no messageId, but the chunk of the same kind before it had one',
    with: '{kind} has a messageId, but the chunk of the same kind before it had none',
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
