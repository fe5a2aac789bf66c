import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { isAbsolute, isInside } from './roots.js';

export const outsideRoots = defineRule({
  id: 'fs/outside-roots',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'Files are read and written inside the folders of the session.',
  explanation:
    'The working directory and the additional directories say what the session is about; a file elsewhere may be one ' +
    'that the user did not mean to show. Temporary and configuration files are legitimate, and it is the client that ' +
    'enforces the bounds, hence an info. Paths are compared by their names: where links lead is not known. Reported once ' +
    'for a path. Off unless asked for.',
  spec: 'v1/session-setup#working-directory',
  isOptIn: true,
  messages: { outside: '{path} is outside of {roots}' },
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
  summary: 'The agent reads and writes files while it works on a prompt.',
  explanation:
    'Outside of a turn nothing the user asked for explains why a file is read or written, and nothing stops it. An agent ' +
    'may have a reason, such as reading its settings after session/new, hence an info. Reported once between two turns.',
  spec: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
  needsHistory: true,
  messages: { outside: '{method} although no prompt was waiting for an answer' },
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
