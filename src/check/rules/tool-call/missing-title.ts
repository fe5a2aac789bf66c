import { textOf } from '../../../model/json-access.js';
import { mayHaveForgotten } from '../../../model/tools/tool-calls.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const missingTitle = defineRule({
  id: 'tool-call/missing-title',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The first report of a tool call should have a title.',
  explanation:
    'Until a title arrives, the client can show only the id. In v2 no field except the id is required, so nothing ' +
    'else reminds the agent of the title. Send it with the first tool_call_update of a call.\n\n' +
    'Only an info if the first report may have come before the recording or before the session was restored.',
  spec: 'v2/tool-calls#reporting',
  needsHistory: true,
  messages: { missing: 'the first tool_call_update for {id} has no title' },
  on: ['update:tool_call_update'],
  inspect({ step, knows, shapes, report }) {
    const { session, id, call, patch } = callPatchOf(step) ?? {};
    if (session === undefined || call !== undefined || isBrokenWithin(shapes)) return;
    if ((textOf(patch?.['title']) ?? '') !== '') return;
    const isKnown = knows(session) && !mayHaveForgotten(session);
    report('missing', { data: { id: quoted(id) }, ...(!isKnown && { severity: 'info' }) });
  },
});
