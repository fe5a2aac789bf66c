import { mayHaveForgotten } from '../../../model/tools/tool-calls.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const chunkUnknownId = defineRule({
  id: 'tool-call/chunk-unknown-id',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A tool_call_content_chunk should belong to a call that was reported before.',
  explanation:
    'A chunk is appended to the content of a call. Without an earlier tool_call_update the client has nothing to ' +
    'append it to, so it drops the output or shows it without a call. Report the call first.\n\n' +
    'Only an info if the report may have come before the recording, or in a session that was resumed without its ' +
    'history. Reported once per call.',
  spec: 'v2/tool-calls#streaming-content',
  needsHistory: true,
  messages: { unknown: 'tool_call_content_chunk came for {id}, which no tool_call_update had reported' },
  on: ['update:tool_call_content_chunk'],
  inspect({ step, knows, report }) {
    const { session, id, call } = callPatchOf(step) ?? {};
    if (session === undefined || call !== undefined) return;
    const isKnown = knows(session) && !mayHaveForgotten(session);
    report('unknown', { data: { id: quoted(id) }, ...(!isKnown && { severity: 'info' }) });
  },
});
