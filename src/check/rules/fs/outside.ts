import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { isAbsolute, isInside } from './roots.js';

export const outsideRoots = defineRule({
  id: 'fs/outside-roots',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The agent should read and write files only inside the folders of the session.',
  explanation:
    'The working directory and the additional directories define what the session is about. The user may not have ' +
    'meant to share a file elsewhere.\n\n' +
    'Off by default, and only an info: temporary and configuration files are legitimate, and enforcing limits is up ' +
    'to the client. Paths are compared by name; links are not followed. Reported once per path.',
  spec: 'v1/session-setup#working-directory',
  isOptIn: true,
  messages: { outside: 'the agent uses {path}, which is outside {roots}' },
  on: ['request:fs/read_text_file', 'request:fs/write_text_file'],
  inspect({ step, report }) {
    const { session, params } = step;
    const path = textOf(params?.['path']);
    const roots = session?.roots.filter(isAbsolute) ?? [];
    if (session === undefined || path === undefined || !isAbsolute(path) || roots.length === 0) return;
    if (roots.some((root) => isInside(path, root))) return;
    const data = { path: quoted(path), roots: enumerated(roots.map(quoted)) };
    report('outside', { data, evidence: [session.opened], once: `${session.id} ${path}` });
  },
});

export const outsideTurn = defineRule({
  id: 'fs/outside-turn',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The agent should read and write files only during a turn.',
  explanation:
    'Outside a turn, nothing the user asked for explains the access, and nothing can stop it.\n\n' +
    'Only an info, because the agent may have a good reason, such as reading its settings after session/new. ' +
    'Reported once between two turns.',
  spec: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
  needsHistory: true,
  messages: { outside: 'the agent sent {method} while no prompt was open' },
  on: ['request:fs/read_text_file', 'request:fs/write_text_file'],
  inspect({ step, connection, report }) {
    const { session, turn, isHistory, method } = step;
    if (session === undefined || isHistory || turn !== undefined || session.state !== 'active') return;
    // a prompt may have been sent before the recording
    if (!connection.fromStart || connection.gap !== undefined) return;
    const last = session.closedTurns.at(-1);
    report('outside', {
      data: { method: method ?? '' },
      evidence: [last?.end],
      once: `${session.id} ${session.turns}`,
    });
  },
});
