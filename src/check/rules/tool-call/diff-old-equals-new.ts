import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf, contentOf } from './patch.js';

export const diffOldEqualsNew = defineRule({
  id: 'tool-call/diff-old-equals-new',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The oldText and newText of a diff should differ.',
  explanation:
    'The user sees a change that changes nothing, and may even be asked to allow it. Often the file was read after ' +
    'it was written, or the edit did not match. Read the old text before the edit.\n\n' +
    'Reported once per call and file.',
  spec: 'v1/tool-calls#diffs',
  messages: { same: 'the diff of {path} has the same oldText and newText' },
  on: ['update:tool_call', 'update:tool_call_update', 'request:session/request_permission'],
  inspect({ step, report }) {
    const found = callPatchOf(step);
    if (found === undefined) return;
    for (const { path, oldText, newText } of contentOf(found, 'diff')) {
      if (typeof oldText !== 'string' || oldText !== newText) continue;
      report('same', { data: { path: quoted(path) }, once: `${found.session.id} ${found.id} ${quoted(path)}` });
    }
  },
});
