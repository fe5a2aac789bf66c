import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { closedOf } from './uses.js';

export const useAfterClose = defineRule({
  id: 'session/use-after-close',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A closed session must be loaded or resumed before it is used again.',
  explanation:
    'On session/close the agent frees everything the session held, so nothing is left that could be prompted or ' +
    'configured. Load or resume the session first.\n\n' +
    'Not reported: closing it again; session/cancel, which does no harm (cancel/nothing-to-cancel); session/delete.',
  spec: 'v1/session-setup#closing-active-sessions',
  messages: { used: 'the client sent {method} for session {id}, which was closed (frame {frame})' },
  on: [
    'request:session/prompt',
    'request:session/set_mode',
    'request:session/set_config_option',
    'request:tool_call/cancel',
    'request:terminal/cancel',
  ],
  inspect({ step, report }) {
    const { sender, session, method = '' } = step;
    const closed = closedOf(session);
    if (sender !== 'client' || session === undefined || closed === undefined) return;
    report('used', { data: { method, id: quoted(session.id), frame: closed.seq }, evidence: [closed] });
  },
});

export const useAfterDelete = defineRule({
  id: 'session/use-after-delete',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A deleted session should not be used any more.',
  explanation:
    'The agent decides what happens to a deleted session that is still open or is loaded again: it may go on, fail, ' +
    'or appear in the list again. Close the session before you delete it, and create a new one for further work.\n\n' +
    'Reported once per deletion.',
  spec: 'v1/session-delete',
  messages: { used: 'the client sent {method} for session {id}, which was deleted (frame {frame})' },
  on: ['request:session/prompt', 'request:session/load', 'request:session/resume'],
  inspect({ step, report, hasReported }) {
    const { sender, session, method = '' } = step;
    const deleted = session?.deleted;
    if (sender !== 'client' || session === undefined || deleted === undefined || hasReported('session')) return;
    // prompts to a session that was never open or is closed have rules of their own
    if (method === 'session/prompt' && session.state !== 'active') return;
    const data = { method, id: quoted(session.id), frame: deleted.seq };
    report('used', { data, evidence: [deleted], once: `${session.id} ${deleted.seq}` });
  },
});
