import { textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { backgroundKey, isWorking } from '../../../model/turns/work.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { OUTPUT } from './new-work.js';

export const updateAfterCancelledIdle = defineRule({
  id: 'v2/update-after-cancelled-idle',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Updates of cancelled work must come before the idle that confirms the cancel.',
  explanation:
    'With that idle the client closes the work: it settles the calls and lets the user type. A later update opens ' +
    'them again, or is lost. Wait until all tools have ended, send their last updates, and only then report idle.\n\n' +
    'Reported once per idle. Not reported: calls in the background list; calls that show a terminal which is still ' +
    'running.',
  spec: 'v2/prompt-lifecycle#cancellation',
  messages: { late: '{kind} for {id} came after the idle that confirmed the cancel (frame {frame})' },
  on: OUTPUT,
  inspect({ step, report }) {
    const { sender, session, updateKind = '', isHistory } = step;
    const idle = session?.foreground.cancelledIdle;
    if (sender !== 'agent' || session === undefined || idle === undefined || isHistory) return;
    const id = idOfCancelled(session, step);
    if (isWorking(session.foreground) || id === undefined) return;
    const data = { kind: updateKind, id: quoted(id), frame: idle.seq };
    report('late', { data, evidence: [idle], once: `${session.id} ${idle.seq}`, turn: undefined });
  },
});

/** The call or message of an update, if it belongs to the cancelled work. */
function idOfCancelled({ foreground, toolCalls, terminals }: Session, { update = {} }: Step): string | undefined {
  const toolCallId = textOf(update['toolCallId']);
  const id = toolCallId ?? textOf(update['messageId']);
  if (id === undefined || !foreground.workIds.has(id)) return undefined;
  if (toolCallId === undefined) return id;
  if (foreground.background?.has(backgroundKey({ type: 'tool_call', toolCallId })) === true) return undefined;
  const shown = [...(toolCalls.get(toolCallId)?.terminals ?? [])];
  const isLive = shown.some((terminal) => {
    const known = terminals.get(terminal);
    return known !== undefined && known.exited === undefined;
  });
  return isLive ? undefined : id;
}
