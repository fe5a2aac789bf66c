import { isFinal } from '../../../model/tools/tool-calls.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const duplicateCreate = defineRule({
  id: 'tool-call/duplicate-create',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A session should have only one tool_call per toolCallId.',
  explanation:
    'The id is unique within a session. Clients keep calls in a table by id: a second tool_call overwrites the ' +
    'first or is shown next to it, and it is unclear which of them a later update means. Send changes as ' +
    'tool_call_update.\n\n' +
    'An error if the first call had finished or belongs to an earlier turn, because then the id names two different ' +
    'calls. Not reported: history replayed by session/load; the same id in another session.',
  spec: 'v1/tool-calls#creating',
  needsHistory: true,
  messages: {
    again: 'a second tool_call came for {id}; changes of a call should be sent as tool_call_update',
    reused: 'tool_call for {id} uses the id of another call, which {end}; each call needs its own id',
  },
  on: ['update:tool_call'],
  inspect({ step, report }) {
    const { id, call } = callPatchOf(step) ?? {};
    if (call?.announced === undefined) return;
    const data = { id: quoted(id) };
    const isOver = isFinal(call.status);
    if (!isOver && !call.isHistory && call.turn === step.turn?.number) {
      report('again', { data, evidence: [call.announced] });
      return;
    }
    const end = isOver ? `is already ${call.status ?? 'over'}` : 'belongs to an earlier turn';
    report('reused', { data: { ...data, end }, severity: 'error', evidence: [call.announced] });
  },
});
