import { textOf } from '../../../model/json-access.js';
import { askedCallId } from '../../../model/tools/asked-call.js';
import type { Session } from '../../../model/state/session.js';
import type { ToolCall } from '../../../model/state/tool-call.js';
import { openTurn } from '../../../model/turns/turn-beginning.js';
import { isFinal, mayHaveForgotten, otherSessionOf } from '../../../model/tools/tool-calls.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from '../tool-call/patch.js';

export const unknownToolCall = defineRule({
  id: 'permission/unknown-tool-call',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A permission request should describe its tool call, unless it was reported before.',
  explanation:
    'The user decides by what the client shows. If the call was never reported and the request names only its id, ' +
    'there is nothing to show. Report the call first, or put its title into the request.\n\n' +
    'A warning if the call is open in another session and this session has no open turn: the dialog then opens in ' +
    'the wrong place. Not reported: sessions that were restored; recordings that begin later than the connection.',
  spec: 'v1/tool-calls#requesting-permission',
  needsHistory: true,
  messages: {
    unknown:
      'the agent requested permission for tool call {id}, which was never reported and has no title in the request',
    elsewhere: 'the agent requested permission in this session for tool call {id}, which is open in session {other}',
  },
  on: ['request:session/request_permission'],
  inspect({ step, connection, knows, shapes, report }) {
    const { session, params, isHistory } = step;
    if (isBrokenWithin(shapes, 'toolCall') || isBrokenWithin(shapes, 'subject')) return;
    if (session === undefined || isHistory || !knows(session) || mayHaveForgotten(session)) return;
    const { patch } = callPatchOf(step) ?? {};
    const id = askedCallId(params);
    if (id === undefined || session.toolCalls.has(id)) return;
    const other = otherSessionOf(connection, session, id);
    const call = other?.toolCalls.get(id);
    if (other !== undefined && call !== undefined && isWaitedFor(other, call) && session.open.length === 0) {
      report('elsewhere', { data: { id: quoted(id), other: quoted(other.id) }, severity: 'warning', evidence: [call] });
      return;
    }
    if ((textOf(patch?.['title']) ?? '') === '') report('unknown', { data: { id: quoted(id) } });
  },
});

/** Whether a call may still ask: it goes on in a turn. */
function isWaitedFor(session: Session, { status, turn }: ToolCall): boolean {
  return !isFinal(status) && openTurn(session, turn) !== undefined;
}
