import { objectOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import type { ToolCall } from '../../../model/state/tool-call.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import { valueHash } from '../../../model/tools/value-hash.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { type CallPatch, callPatchOf, contentOf } from './patch.js';

export const updateAfterTerminal = defineRule({
  id: 'tool-call/update-after-terminal',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A tool call should not change after it is completed or failed.',
  explanation:
    'When the status is final, clients collapse the call or write it to the transcript, so the user may never see a ' +
    'later change. Send the final status last.\n\n' +
    'Reported once per call. Not reported: rawOutput and terminals, which often come late; values that were sent ' +
    'before; calls that a cancelled turn cut short.',
  spec: 'v1/tool-calls#status',
  needsHistory: true,
  messages: { changed: '{what} of tool call {id} came after its final status, {status}' },
  on: ['update:tool_call_update', 'update:tool_call_content_chunk'],
  inspect({ step, report }) {
    const found = callPatchOf(step);
    if (found?.call === undefined || !isFinal(found.call.status)) return;
    const { session, id, call, patch } = found;
    if (typeof patch['status'] === 'string' && patch['status'] !== call.status) return;
    if (wasCancelled(session, call) || step.turn?.cancel !== undefined) return;
    const isChunk = step.updateKind === 'tool_call_content_chunk';
    const changes = isChunk ? (isTerminal(patch['content']) ? [] : ['content']) : changesOf(found, call);
    if (changes.length === 0) return;
    const data = { what: enumerated(changes), id: quoted(id), status: call.status ?? '' };
    report('changed', { data, evidence: [call.finished], once: `${session.id} ${id}` });
  },
});

function wasCancelled({ lastCancel }: Session, call: ToolCall): boolean {
  return lastCancel !== undefined && lastCancel.seq > call.seq;
}

function isTerminal(content: JsonValue | undefined): boolean {
  return objectOf(content)?.['type'] === 'terminal';
}

function changesOf(found: CallPatch, { title, digests }: ToolCall): string[] {
  const { patch } = found;
  const changes: string[] = [];
  const newTitle = textOf(patch['title']);
  if (newTitle !== undefined && newTitle !== title) changes.push('the title');
  for (const name of ['rawInput', 'locations', 'content'] as const) {
    const hash = valueHash(patch[name]);
    if (hash === undefined || hash === digests[name]) continue;
    if (name !== 'content' || !showsOnlyTerminals(found)) changes.push(name);
  }
  return changes;
}

function showsOnlyTerminals(found: CallPatch): boolean {
  const { content } = found.patch;
  const terminals = contentOf(found, 'terminal').length;
  return terminals > 0 && Array.isArray(content) && content.length === terminals;
}
