import { mayHaveForgotten } from '../../../model/tools/tool-calls.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const chunkUnknownId = defineRule({
  id: 'tool-call/chunk-unknown-id',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A tool_call_content_chunk belongs to a call that was reported before.',
  explanation:
    'A chunk appends to the content of a call. Without a tool_call_update before it the client has nothing to append to, ' +
    'and shows output without a call or drops it. Report the call first. Only an info where the report may have come ' +
    'before the recording, or in a session that was resumed without its history. Reported once for a call.',
  spec: 'v2/tool-calls#streaming-content',
  needsHistory: true,
  messages: { unknown: 'tool_call_content_chunk for {id}, which no tool_call_update reported' },
  on: ['update:tool_call_content_chunk'],
  inspect({ step, knows, report }) {
    const { session, id, call } = callPatchOf(step) ?? {};
    if (session === undefined || call !== undefined) return;
    const isKnown = knows(session) && !mayHaveForgotten(session);
    report('unknown', { data: { id: quoted(id) }, ...(!isKnown && { severity: 'info' }) });
  },
});
