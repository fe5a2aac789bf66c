import type { JsonObject } from '../../wire/json-text.js';
import { objectOf, textOf } from '../json-access.js';

/** The call that a permission request is about: `toolCall` in v1, `subject.toolCall` in v2 (spec: v1/tool-calls). */
export function toolCallOf(params: JsonObject | undefined): JsonObject | undefined {
  return objectOf(params?.['toolCall']) ?? objectOf(objectOf(params?.['subject'])?.['toolCall']);
}

/** The id of the call that permission is asked for; v2: the subject "command" has it beside it (spec: v2/tool-calls). */
export function askedCallId(params: JsonObject | undefined): string | undefined {
  const shown = textOf(toolCallOf(params)?.['toolCallId']);
  const subject = objectOf(params?.['subject']);
  return shown ?? (subject?.['type'] === 'command' ? textOf(subject['toolCallId']) : undefined);
}
