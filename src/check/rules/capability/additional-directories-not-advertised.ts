import { listOf, objectOf, objectsOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { notAnnounced } from './not-announced.js';

export const additionalDirectoriesNotAdvertised = defineRule({
  id: 'capability/additional-directories-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'additionalDirectories must be used only if the agent announced support for them.',
  explanation:
    'An agent that does not know the field ignores it: the user believes the agent works in all folders, but it ' +
    'works in one. Check sessionCapabilities.additionalDirectories (v2: session.additionalDirectories). Without it, ' +
    'send none.\n\n' +
    'The agent is at fault if its session/list names such folders although it announced nothing. Not reported: an ' +
    'empty list, which means the same as none.',
  spec: 'v1/session-setup#additional-workspace-roots',
  messages: {
    sent: 'the client sent {method} with additionalDirectories, but the agent {state} {capability}',
    listed: 'the agent lists session {session} with additionalDirectories, but it {state} {capability}',
  },
  on: ['call:session/new', 'call:session/load', 'call:session/resume', 'call:session/fork', 'response:session/list'],
  inspect({ connection, step, report }) {
    const { sender, method = '' } = step;
    const listed = sender === 'agent' && step.message.kind === 'response' ? listedWith(step) : undefined;
    const sent = sender === 'client' && listOf(step.params?.['additionalDirectories']).length > 0;
    if (!sent && listed === undefined) return;
    const path =
      connection.version === 2 ? 'session.additionalDirectories' : 'sessionCapabilities.additionalDirectories';
    const missing = notAnnounced(connection, 'agent', path);
    if (missing === undefined) return;
    const { capability, state, severity, evidence } = missing;
    if (listed === undefined) report('sent', { data: { method, state, capability }, severity, evidence });
    else report('listed', { data: { session: quoted(listed), state, capability }, severity, evidence, fault: 'agent' });
  },
});

/** The first session of a list that has such folders. */
function listedWith({ result }: Step) {
  const sessions = objectsOf(objectOf(result)?.['sessions']);
  return sessions.find((session) => listOf(session['additionalDirectories']).length > 0)?.['sessionId'];
}
