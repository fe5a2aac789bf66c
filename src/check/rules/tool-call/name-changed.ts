import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const nameChanged = defineRule({
  id: 'tool-call/name-changed',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The name of a tool should come with the first report of its call and not change.',
  explanation:
    'Clients decide by the name of a tool how to show a call and what policy applies. A call whose name changes may ' +
    'have been trusted under another name.\n\n' +
    'Only an info, because correcting wrong metadata is allowed. Not reported: a name that is null or left out; ' +
    'replayed history.',
  spec: 'v1/tool-calls#creating',
  needsHistory: true,
  messages: {
    changed: 'the tool of call {id} was named {before}, but is now named {now}',
    late: 'the tool of call {id} got its name {now} only after the call was {status}',
  },
  on: ['update:tool_call', 'update:tool_call_update', 'request:session/request_permission'],
  inspect({ step, hasReported, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    const name = textOf(patch?.['name']);
    // if the id was used twice, the names belong to two calls
    if (call === undefined || name === undefined || hasReported('tool-call/duplicate-create')) return;
    const data = { id: quoted(id), now: quoted(name) };
    if (call.name !== undefined && call.name !== name) {
      report('changed', { data: { ...data, before: quoted(call.name) }, evidence: [call] });
    } else if (call.name === undefined && call.finished !== undefined) {
      report('late', { data: { ...data, status: call.status ?? '' }, evidence: [call.finished] });
    }
  },
});
