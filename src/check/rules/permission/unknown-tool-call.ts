import { textOf } from '../../../model/json-access.js';
import { askedCallId } from '../../../model/tools/permissions.js';
import { mayHaveForgotten } from '../../../model/tools/tool-calls.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from '../tool-call/patch.js';

export const unknownToolCall = defineRule({
  id: 'permission/unknown-tool-call',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The tool call that permission is asked for was reported before, or the request says what it is.',
  explanation:
    'The user decides by what the client shows. Of a call that was never reported, and that the request names by its id ' +
    'alone, there is nothing to show. Report the call first, or put its title into the request. Not reported in a session ' +
    'that was restored, or where the recording begins later.',
  spec: 'v1/tool-calls#requesting-permission',
  needsHistory: true,
  messages: { unknown: 'permission is asked for the tool call {id}, which was never reported and has no title here' },
  on: ['request:session/request_permission'],
  inspect({ step, knows, shapes, report }) {
    const { session, params, isHistory } = step;
    if (isBrokenWithin(shapes, 'toolCall') || isBrokenWithin(shapes, 'subject')) return;
    if (session === undefined || isHistory || !knows(session) || mayHaveForgotten(session)) return;
    const { patch } = callPatchOf(step) ?? {};
    const id = askedCallId(params);
    if (id === undefined || session.toolCalls.has(id)) return;
    if ((textOf(patch?.['title']) ?? '') === '') report('unknown', { data: { id: quoted(id) } });
  },
});
