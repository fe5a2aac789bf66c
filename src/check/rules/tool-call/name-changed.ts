import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf, contentOf } from './patch.js';

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

export const diffOldEqualsNew = defineRule({
  id: 'tool-call/diff-old-equals-new',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A diff shows a modification: its old and new text differ.',
  explanation:
    'The user is shown a change that changes nothing, and may be asked to allow it. Often the file was read after it was ' +
    'written, or the edit did not match. Read the old text before the edit. Reported once for a call and file.',
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
