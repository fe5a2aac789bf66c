import { objectOf, textOf } from '../../../model/json-access.js';
import type { PromptV2 } from '../../../model/state/session-prompt.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import type { Trigger } from '../../engine/rule.js';

/** Updates that come from work: output, calls and plans. */
export const OUTPUT: readonly Trigger[] = [
  'update:agent_message',
  'update:agent_message_chunk',
  'update:agent_thought',
  'update:agent_thought_chunk',
  'update:tool_call_update',
  'update:tool_call_content_chunk',
  'update:plan_update',
];

export function awaitsWork({ answer, echo, worked }: PromptV2): boolean {
  return (answer === 'accepted' || echo !== undefined) && !worked;
}

/** Whether an update begins something new, while no background work is known. */
export function isNewWork(session: Session, { update = {}, updateKind = '' }: Step): boolean {
  const { toolCalls, messages, plans, foreground } = session;
  if ((foreground.background?.size ?? 0) > 0) return false;
  const callId = textOf(update['toolCallId']);
  if (callId !== undefined) return !toolCalls.has(callId) && !hasOpenCalls(session);
  if (updateKind === 'plan_update') {
    const id = textOf(objectOf(update['plan'])?.['planId']) ?? '';
    return !plans.has(id) && !hasOpenCalls(session);
  }
  const kind = updateKind.startsWith('agent_thought') ? 'thought' : 'agent';
  return !messages.known.has(`${kind} ${textOf(update['messageId']) ?? ''}`) && !hasOpenCalls(session);
}

/** Whether a call outlived its work: its updates may come during the next work. */
function hasOpenCalls({ toolCalls }: Session): boolean {
  for (const { status, isHistory } of toolCalls.values()) if (!isFinal(status) && !isHistory) return true;
  return false;
}
