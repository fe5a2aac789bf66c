import { isJsonObject, type JsonValue } from '../../../wire/json-text.js';
import type { Context } from '../../engine/context.js';

export const STOP_REASONS: readonly string[] = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'];

/** The result of a v1 prompt; undefined if the message is not one. */
export function promptResult({ step }: Pick<Context, 'step'>): Readonly<Record<string, JsonValue>> | undefined {
  const { sender, exchange, result } = step;
  return sender === 'agent' && exchange !== undefined && isJsonObject(result) ? result : undefined;
}

/** Claims the schema's findings about the stop reason. */
export function claimStopReason({ shapes, claim }: Pick<Context, 'shapes' | 'claim'>): void {
  for (const finding of shapes) if (finding.path.length === 1 && finding.path[0] === 'stopReason') claim(finding);
}
