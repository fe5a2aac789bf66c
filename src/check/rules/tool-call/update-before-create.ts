import { mayHaveForgotten, otherSessionOf } from '../../../model/tools/tool-calls.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const updateBeforeCreate = defineRule({
  id: 'tool-call/update-before-create',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 a tool_call should announce a call before a tool_call_update changes it.',
  explanation:
    'A client that learns about a change to an unknown call has no title to show, and many clients drop the update. ' +
    'Send a tool_call first, in the same session. v2 has no tool_call: there the first update creates the call.\n\n' +
    'Only an info if a permission request introduced the call, or if its tool_call may have come before the ' +
    'recording or before the session was restored. Reported once per call.',
  spec: 'v1/tool-calls#creating',
  needsHistory: true,
  messages: {
    unknown: 'tool_call_update for {id}, which no tool_call announced',
    elsewhere: 'tool_call_update for {id}, which no tool_call announced in this session; session {other} has this call',
    asked: 'tool_call_update for {id}, which only a permission request named before; a tool_call has to announce it',
  },
  on: ['update:tool_call_update'],
  inspect({ step, connection, knows, report }) {
    const { session, id, call } = callPatchOf(step) ?? {};
    if (session === undefined || id === undefined) return;
    const data = { id: quoted(id) };
    if (call === undefined) {
      const isKnown = knows(session) && !mayHaveForgotten(session);
      const other = otherSessionOf(connection, session, id);
      const details = isKnown ? {} : ({ severity: 'info' } as const);
      if (other === undefined) report('unknown', { data, ...details });
      else {
        const evidence = [other.toolCalls.get(id)];
        report('elsewhere', { data: { ...data, other: quoted(other.id) }, evidence, ...details });
      }
    } else if (call.announced === undefined && call.firstSeenIn === 'permission') {
      report('asked', { data, severity: 'info', evidence: [call], once: `${session.id} ${id}` });
    }
  },
});
