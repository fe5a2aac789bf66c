import { objectsOf, textOf } from '../../../model/json-access.js';
import { toolCallOf } from '../../../model/tools/asked-call.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import type { ToolCall } from '../../../model/state/tool-call.js';
import type { JsonObject } from '../../../wire/json-text.js';

/** What a message says about one call, and the call as it was known before. */
export interface CallPatch {
  readonly session: Session;
  readonly id: string;
  readonly patch: JsonObject;
  readonly call: ToolCall | undefined;
}

/** Reads an update of a call, or the call in a permission request; undefined for history, which is not judged. */
export function callPatchOf({ session, update, params, method, isHistory }: Step): CallPatch | undefined {
  if (session === undefined || isHistory) return undefined;
  const patch = method === 'session/request_permission' ? toolCallOf(params) : update;
  const id = textOf(patch?.['toolCallId']);
  if (patch === undefined || id === undefined) return undefined;
  return { session, id, patch, call: session.toolCalls.get(id) };
}

/** The items of one type in the content of a call: diffs, terminals or contents. */
export function contentOf({ patch }: CallPatch, type: string): readonly JsonObject[] {
  return objectsOf(patch['content']).filter((item) => item['type'] === type);
}
