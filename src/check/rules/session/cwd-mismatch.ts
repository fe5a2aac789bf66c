import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { compareDirectories } from './directories.js';

export const cwdMismatch = defineRule({
  id: 'session/cwd-mismatch',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'session/load and session/resume name the directory that the session has.',
  explanation:
    'cwd does not change after a session was made: paths of its history are meant below it. With another one the agent ' +
    'reads and writes in the wrong tree, or refuses. Keep cwd with the sessionId, or take it from session/list. Only an ' +
    'info where the two differ in case alone. Not reported: another spelling of the same directory (a slash at the end, ' +
    '. and ..). Links are not followed.',
  spec: 'v1/session-setup#working-directory',
  messages: { other: '{method} has cwd {found}; session {id} is of {expected} (frame {frame})' },
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
