import { textOf } from '../../../model/json-access.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import { defineRule } from '../../engine/rule.js';
import { lasting, quoted } from '../../engine/wording.js';

export const newWorkAfterCancel = defineRule({
  id: 'cancel/new-work-after-cancel',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'After session/cancel the agent should start nothing new in the turn.',
  explanation:
    'The user stopped the agent, but it goes on to start tools, ask for permission or write files. The cancel may ' +
    'have reached the end of the turn, but not the loop that runs it. Pass the abort on to the model and the tools.\n\n' +
    'Reported once per turn. Not reported: work that starts within a second of the cancel; text that still arrives; ' +
    'results and ends of known tool calls; background work in v2.',
  spec: 'v1/prompt-turn#cancellation',
  messages: { begun: '{what} {time} after session/cancel (frame {frame}); the agent should start nothing new then' },
  on: [
    'update:tool_call',
    'update:tool_call_update',
    'request:session/request_permission',
    'request:elicitation/create',
    'request:fs/read_text_file',
    'request:fs/write_text_file',
    'request:terminal/create',
  ],
  inspect({ step, thresholds, hasRealTimes, report }) {
    const { sender, session, at, isHistory } = step;
    if (sender !== 'agent' || session === undefined || isHistory || !hasRealTimes) return;
    const cancel = cancelOf(session, step);
    const what = newWorkIn(session, step);
    if (cancel === undefined || what === undefined) return;
    const time = at - cancel.at;
    if (time <= thresholds.newWork) return;
    const data = { what, time: lasting(time), frame: cancel.seq };
    report('begun', { data, evidence: [cancel], once: `${session.id} ${cancel.seq}` });
  },
});

/** The cancel that applies to the work in progress. In v2 background work may go on. */
function cancelOf({ foreground }: Session, { version, turn }: Step): Moment | undefined {
  if (version === 1) return turn?.cancel;
  return (foreground.background?.size ?? 0) === 0 ? foreground.cancelled : undefined;
}

function newWorkIn({ toolCalls }: Session, { method = '', update }: Step): string | undefined {
  if (update === undefined) return `${method} came`;
  const id = textOf(update['toolCallId']);
  const status = textOf(update['status']);
  if (id === undefined || isFinal(status)) return undefined;
  const call = toolCalls.get(id);
  if (call === undefined) return `tool call ${quoted(id)} began`;
  const starts = status === 'in_progress' && call.started === undefined && !isFinal(call.status);
  return starts ? `tool call ${quoted(id)} went to in_progress` : undefined;
}
