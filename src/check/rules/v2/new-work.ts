import { objectOf, textOf } from '../../../model/json-access.js';
import type { PromptV2 } from '../../../model/state/session-prompt.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import type { Trigger } from '../../engine/rule.js';

/** What the agent does when it works: output, calls and plans. */
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

/** Whether an update begins something, while nothing tells of work in the background. */
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

/** A call that outlived its work may go on beside the next, and be told of. */
function hasOpenCalls({ toolCalls }: Session): boolean {
  for (const { status, isHistory } of toolCalls.values()) if (!isFinal(status) && !isHistory) return true;
  return false;
}
