import { objectsOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import type { ToolCall } from '../../../model/state/tool-call.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import { backgroundKey } from '../../../model/turns/work.js';
import type { Context } from '../../engine/context.js';
import { openTurn } from '../../../model/turns/turn-beginning.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, quoted } from '../../engine/wording.js';
import { type Ended, endedOf } from './ending.js';

const CALL_MESSAGES = {
  idle: 'the work ended, but {calls} never reached a final status',
  end: '{calls} never reached a final status: {how}',
} as const;

export const toolCallNeverFinished = defineRule({
  id: 'eos/tool-call-never-finished',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Every tool call should reach a final status.',
  explanation:
    'A call that is neither completed nor failed is shown as running for as long as the session is shown. Send the ' +
    'final status even if the tool threw or was refused. In v2, if work goes on after idle, list its calls as ' +
    'background.\n\n' +
    'Only an info if the client left. Not reported: calls of a cancelled turn; calls of a turn that is itself reported ' +
    'as open; calls of a v1 turn that ended normally (tool-call/nonterminal-at-turn-end); calls that are in the ' +
    'background list, or whose terminal is in it; history.',
  spec: 'v1/tool-calls#status',
  messages: CALL_MESSAGES,
  on: ['turn-end', 'end'],
  inspect(context) {
    if (!context.isEnd) {
      if (context.step.version === 2) reportAtIdle(context);
      return;
    }
    const { connection } = context;
    const ended = endedOf(connection);
    for (const session of connection.sessions.values()) reportAtEnd(context, session, ended);
  },
});

type Asked = Context<typeof CALL_MESSAGES>;

/** In v2, work that goes on after idle must be in the background list. The August draft has no such list. */
function reportAtIdle({ turnEnd, step, hasReported, report }: Asked): void {
  const { turn, session, stopReason } = turnEnd;
  // a wrong list may have meant the call
  if (stopReason !== 'end_turn' || hasReported('v2/background-list')) return;
  const told = step.update?.['background'];
  const listed = Array.isArray(told)
    ? objectsOf(told).map(backgroundKey)
    : [...(session.foreground.background?.keys() ?? [])];
  const background = new Set(listed);
  const open = [...turn.openToolCalls].flatMap((id) => session.toolCalls.get(id) ?? []);
  const left = open.filter(({ id, terminals }) => {
    if (background.has(`tool_call ${id}`)) return false;
    return [...(terminals ?? [])].every((terminal) => !background.has(`terminal ${terminal}`));
  });
  if (left.length === 0) return;
  report('idle', { data: { calls: named(left) }, evidence: left, dialects: { v2a: 'off', v2b: 'warning' } });
}

function reportAtEnd({ connection, report }: Asked, session: Session, ended: Ended): void {
  const isV2 = connection.version === 2;
  const left = [...session.toolCalls.values()].filter((call) => isLeft(session, call, isV2));
  const [first] = left;
  if (first === undefined || !ended.isWhole || (connection.gap?.seq ?? -1) > first.seq) return;
  const severity = ended.by === 'client' && left.every(({ turn }) => turn === undefined) ? 'info' : 'warning';
  const data = { calls: named(left), how: ended.how };
  // in the November draft this was reported at idle
  const dialects = { v2a: severity, v2b: left.some(({ turn }) => turn === undefined) ? severity : 'off' } as const;
  report('end', { data, severity, dialects, at: first, evidence: [...left, ended.at], sessionId: session.id });
}

function isLeft(session: Session, { id, turn, status, firstSeenIn, isHistory }: ToolCall, isV2: boolean): boolean {
  if (isHistory || isFinal(status) || status?.startsWith('_') === true || session.replay !== undefined) return false;
  // a permission request may name a call that was never announced, which has a rule of its own
  if (firstSeenIn === 'permission' && status === 'pending') return false;
  if (session.foreground.background?.has(`tool_call ${id}`) === true) return false;
  if (turn === undefined) return session.state !== 'closed';
  if (openTurn(session, turn) !== undefined) return false;
  const ended = session.closedTurns.find(({ number }) => number === turn);
  if (ended === undefined || ended.cancel !== undefined || ended.stopReason === 'cancelled') return false;
  return isV2 ? ended.stopReason === 'end_turn' : ended.how === 'error';
}

function named(calls: readonly ToolCall[]): string {
  const names = calls.slice(0, 3).map(({ id, title }) => quoted(title ?? id));
  const more = calls.length - names.length;
  const shown = enumerated(more > 0 ? [...names, `${more} more`] : names);
  return `${counted(calls.length, 'tool call')} (${shown})`;
}
