import { isFinal } from '../../../model/tools/tool-calls.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const duplicateCreate = defineRule({
  id: 'tool-call/duplicate-create',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A session has one tool_call for each toolCallId.',
  explanation:
    'The id is unique within the session. Clients keep calls in a table by id: a second tool_call overwrites the first, or ' +
    'is shown beside it, and which of both a later update means is a guess. Changes go into tool_call_update. It is an ' +
    'error where the first call had finished or belongs to an earlier turn, because then the id names two calls. Not ' +
    'reported: history that a session/load tells again, and the same id in another session.',
  spec: 'v1/tool-calls#creating',
  needsHistory: true,
  messages: {
    again: 'a second tool_call for {id}; changes of a call are sent as tool_call_update',
    reused: 'tool_call for {id}, the id of another call that {end}',
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
    const end = isOver ? `is ${call.status ?? 'over'} already` : 'an earlier turn began';
    report('reused', { data: { ...data, end }, severity: 'error', evidence: [call.announced] });
  },
});
