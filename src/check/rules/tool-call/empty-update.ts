import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const emptyUpdate = defineRule({
  id: 'tool-call/empty-update',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A tool_call_update should change something.',
  explanation:
    'An update needs only the fields that change. One without any says nothing, but still makes the client redraw. ' +
    'Often a field was lost because it was undefined.\n\n' +
    'Not reported: an update that carries _meta or a custom field.',
  spec: 'v1/tool-calls#updating',
  messages: { empty: 'tool_call_update for {id} changes nothing' },
  on: ['update:tool_call_update'],
  inspect({ step, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    if (call === undefined || patch === undefined) return;
    // in v1 null is the same as a missing field; in v2 it clears the field
    const says = Object.entries(patch).filter(([name, value]) => {
      if (name === 'toolCallId' || name === 'sessionUpdate') return false;
      return value !== null || (step.version === 2 && name !== '_meta');
    });
    if (says.length === 0) report('empty', { data: { id: quoted(id) } });
  },
});
