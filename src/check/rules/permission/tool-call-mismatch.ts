import { isFinal } from '../../../model/tools/tool-calls.js';
import { valueHash } from '../../../model/tools/value-hash.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { callPatchOf } from '../tool-call/patch.js';

export const toolCallMismatch = defineRule({
  id: 'permission/tool-call-mismatch',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A permission request should show the tool call as it was reported.',
  explanation:
    'The user allows what the dialog shows, but the call on the screen shows something else: another file, or other ' +
    'arguments. If the call changed, send an update for it first.\n\n' +
    'Not reported: titles, which agents often reword for the question; values that were empty or missing before.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: { differs: '{what} of tool call {id} {verb} different in the permission request than reported before' },
  on: ['request:session/request_permission'],
  inspect({ step, shapes, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    if (call === undefined || patch === undefined || isFinal(call.status)) return;
    if (isBrokenWithin(shapes, 'toolCall') || isBrokenWithin(shapes, 'subject')) return;
    const differs = (['kind', 'rawInput', 'locations'] as const).filter((name) => isOther(call[name], patch[name]));
    if (differs.length === 0) return;
    const verb = differs.length > 1 || differs[0] === 'locations' ? 'are' : 'is';
    report('differs', { data: { what: enumerated(differs), id: quoted(id), verb }, evidence: [call] });
  },
});

function isOther(reported: JsonValue | undefined, shown: JsonValue | undefined): boolean {
  if (isNothing(reported) || shown === undefined || shown === null) return false;
  return valueHash(reported) !== valueHash(shown);
}

/** Whether a value is empty: agents report a call before its arguments have arrived. */
function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
