import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { closedOf } from './uses.js';

export const useAfterClose = defineRule({
  id: 'session/use-after-close',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A session that was closed is loaded or resumed before it is used again.',
  explanation:
    'session/close made the agent free what the session held: it has no state left to prompt or to set. Load or resume ' +
    'the session first. Not reported: closing it again, session/cancel, which does no harm (cancel/nothing-to-cancel), ' +
    'and session/delete.',
  spec: 'v1/session-setup#closing-active-sessions',
  messages: { used: '{method} names session {id}, which was closed (frame {frame})' },
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
  summary: 'A session that was deleted is not used any more.',
  explanation:
    'What happens to a deleted session that is still open, or is loaded again, is up to the agent: it may go on, fail, ' +
    'or appear in the list again. Close it first, and make a new one for what comes next. Reported once for a deletion.',
  spec: 'v1/session-delete',
  messages: { used: '{method} names session {id}, which was deleted (frame {frame})' },
  on: ['request:session/prompt', 'request:session/load', 'request:session/resume'],
  inspect({ step, report, hasReported }) {
    const { sender, session, method = '' } = step;
    const deleted = session?.deleted;
    if (sender !== 'client' || session === undefined || deleted === undefined || hasReported('session')) return;
    // one that was never open, or is closed, is another matter for prompts
    if (method === 'session/prompt' && session.state !== 'active') return;
    const data = { method, id: quoted(session.id), frame: deleted.seq };
    report('used', { data, evidence: [deleted], once: `${session.id} ${deleted.seq}` });
  },
});
