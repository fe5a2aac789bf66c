import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { compareDirectories } from './directories.js';

export const cwdMismatch = defineRule({
  id: 'session/cwd-mismatch',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'session/load and session/resume should name the original directory of the session.',
  explanation:
    'The cwd of a session never changes, and the paths in its history are based on it. With another cwd the agent ' +
    'works in the wrong tree, or refuses. Store the cwd with the sessionId, or take it from session/list.\n\n' +
    'An error in the November draft of v2. Only an info if the two differ only in case. Not reported: another ' +
    'spelling of the same directory (a slash at the end, . and ..). Links are not followed.',
  spec: 'v1/session-setup#working-directory',
  messages: { other: 'the client sent {method} with cwd {found}, but session {id} has {expected} (frame {frame})' },
  on: ['request:session/load', 'request:session/resume'],
  inspect({ step, report }) {
    const { sender, session, params, method = '' } = step;
    const found = textOf(params?.['cwd']);
    const expected = session?.cwd;
    if (sender !== 'client' || session === undefined || found === undefined || expected === undefined) return;
    const same = compareDirectories(found, expected);
    if (same !== 'other' && same !== 'same-but-case') return;
    const since = session.opened ?? session;
    const data = { method, found: quoted(found), id: quoted(session.id), expected: quoted(expected), frame: since.seq };
    const evidence = [since];
    if (same === 'other') report('other', { data, evidence, dialects: { v2b: 'error' } });
    else report('other', { data, evidence, severity: 'info' });
  },
});
