import { dropOldest } from '../drop-oldest.js';
import { textOf } from '../json-access.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';

const REMEMBERED = 100;

/**
 * v2: notes that the agent accepted to cancel a tool call or terminal; a later update reports its end (spec:
 * v2/tool-calls).
 */
export function applyEntityCancel({ session, params, error, seq, at }: Step, method: string): void {
  if (session === undefined || error !== undefined) return;
  const isCall = method === 'tool_call/cancel';
  const id = textOf(params?.[isCall ? 'toolCallId' : 'terminalId']) ?? '';
  const entity = isCall ? session.toolCalls.get(id) : session.terminals.get(id);
  if (entity === undefined) return;
  entity.cancelAccepted ??= { seq, at };
  for (const name of session.entityCancels.keys()) if (hasEnded(session, name)) session.entityCancels.delete(name);
  session.entityCancels.set(`${isCall ? 'tool_call' : 'terminal'} ${id}`, { seq, at });
  dropOldest(session.entityCancels, REMEMBERED);
}

/** Whether a call or terminal, named as in `entityCancels`, has ended. */
export function hasEnded({ toolCalls, terminals }: Session, name: string): boolean {
  const [kind = '', id = ''] = name.split(/ (.*)/s);
  if (kind === 'tool_call') return toolCalls.get(id)?.finished !== undefined;
  return terminals.get(id)?.exited !== undefined;
}
