import { textOf } from './json-access.js';
import type { Step } from './step.js';

/** v2: the agent accepted to cancel one tool call or one terminal; a later update says that it ended (tool-calls). */
export function applyEntityCancel({ session, params, error, seq, at }: Step, method: string): void {
  if (session === undefined || error !== undefined) return;
  const entity =
    method === 'tool_call/cancel'
      ? session.toolCalls.get(textOf(params?.['toolCallId']) ?? '')
      : session.terminals.get(textOf(params?.['terminalId']) ?? '');
  if (entity !== undefined) entity.cancelAccepted ??= { seq, at };
}
