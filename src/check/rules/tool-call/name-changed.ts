import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const nameChanged = defineRule({
  id: 'tool-call/name-changed',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The programmatic name of a tool call comes with its first report and stays the same.',
  explanation:
    'Clients choose how to show a call, and what policy to apply, by the name of its tool. A name that changes may have ' +
    'been trusted under another one. Correcting wrong metadata is allowed, hence an info. Not reported: null, a name that ' +
    'is left out, and a replayed history.',
  spec: 'v1/tool-calls#creating',
  needsHistory: true,
  messages: {
    changed: 'the tool of {id} was named {before} and is now named {now}',
    late: 'the tool of {id} is named {now} only after its status was {status}',
  },
  on: ['update:tool_call', 'update:tool_call_update', 'request:session/request_permission'],
  inspect({ step, hasReported, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    const name = textOf(patch?.['name']);
    // where the id was used a second time, the names are those of two calls
    if (call === undefined || name === undefined || hasReported('tool-call/duplicate-create')) return;
    const data = { id: quoted(id), now: quoted(name) };
    if (call.name !== undefined && call.name !== name) {
      report('changed', { data: { ...data, before: quoted(call.name) }, evidence: [call] });
    } else if (call.name === undefined && call.finished !== undefined) {
      report('late', { data: { ...data, status: call.status ?? '' }, evidence: [call.finished] });
    }
  },
});
