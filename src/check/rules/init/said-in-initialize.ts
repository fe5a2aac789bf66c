import type { ProtocolVersion } from '../../../acp/methods/protocol.js';
import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { objectOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import type { Sender } from '../../../wire/frame.js';
import type { JsonObject } from '../../../wire/json-text.js';

/** The field of initialize that names the program of a side. */
export function infoField(side: Sender, version: ProtocolVersion): string {
  return version === 2 ? 'info' : `${side}Info`;
}

/** What a side says in initialize: the client's params or the agent's result. */
export function saidIn({ message, params, result, error }: Step): JsonObject | undefined {
  if (message.kind !== 'response') return params;
  return error === undefined ? objectOf(result) : undefined;
}

export function concerns({ path }: ShapeFinding, names: readonly string[]): boolean {
  return typeof path[0] === 'string' && names.includes(path[0]);
}
