import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const emptyUpdate = defineRule({
  id: 'tool-call/empty-update',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A tool_call_update changes something.',
  explanation:
    'Only the fields that change need to be in an update, so one without any says nothing and still makes the client draw. ' +
    'Often a field was lost on the way, because it was undefined. Not reported: an update that carries _meta or a field of ' +
    "the agent's own.",
  spec: 'v1/tool-calls#updating',
  messages: { empty: 'tool_call_update for {id} changes nothing' },
  on: ['update:tool_call_update'],
  inspect({ step, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    if (call === undefined || patch === undefined) return;
    // v1: null means the same as a field that is left out; v2: it clears the field
    const says = Object.entries(patch).filter(([name, value]) => {
      if (name === 'toolCallId' || name === 'sessionUpdate') return false;
      return value !== null || (step.version === 2 && name !== '_meta');
    });
    if (says.length === 0) report('empty', { data: { id: quoted(id) } });
  },
});
