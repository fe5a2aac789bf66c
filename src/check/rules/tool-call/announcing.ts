import { mayHaveForgotten, isFinal } from '../../../model/tools/tool-calls.js';
import { textOf } from '../../../model/json-access.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const updateBeforeCreate = defineRule({
  id: 'tool-call/update-before-create',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A tool_call_update refers to a call that a tool_call announced.',
  explanation:
    'In v1 a tool_call creates the call and each tool_call_update changes it. A client that is told of a change of a call ' +
    'it never heard of has no title to show, and many drop the update. Send a tool_call first. Only an info where a ' +
    'permission request introduced the call, and where its tool_call may have come before the recording or the session ' +
    'was restored. Reported once for a call. v2 has no tool_call: there the first update creates the call.',
  spec: 'v1/tool-calls#creating',
  needsHistory: true,
  messages: {
    unknown: 'tool_call_update for {id}, which no tool_call announced',
    asked: 'tool_call_update for {id}, which only a permission request named before; a tool_call has to announce it',
  },
  on: ['update:tool_call_update'],
  inspect({ step, knows, report }) {
    const { session, id, call } = callPatchOf(step) ?? {};
    if (session === undefined || id === undefined) return;
    const data = { id: quoted(id) };
    if (call === undefined) {
      const isKnown = knows(session) && !mayHaveForgotten(session);
      report('unknown', { data, ...(!isKnown && { severity: 'info' }) });
    } else if (call.announced === undefined && call.firstSeenIn === 'permission') {
      report('asked', { data, severity: 'info', evidence: [call], once: `${session.id} ${id}` });
    }
  },
});

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

export const missingTitle = defineRule({
  id: 'tool-call/missing-title',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The first report of a tool call carries its title.',
  explanation:
    'Until a title comes the client can only show the id. In v2 no field but the id is required, so that nothing else ' +
    'reminds the agent of it. Send the title with the first tool_call_update of a call. Only an info where the first ' +
    'report may have come before the recording or the session was restored.',
  spec: 'v2/tool-calls#reporting',
  needsHistory: true,
  messages: { missing: 'the first tool_call_update for {id} has no title' },
  on: ['update:tool_call_update'],
  inspect({ step, knows, shapes, report }) {
    const { session, id, call, patch } = callPatchOf(step) ?? {};
    if (session === undefined || call !== undefined || isBrokenWithin(shapes)) return;
    if ((textOf(patch?.['title']) ?? '') !== '') return;
    const isKnown = knows(session) && !mayHaveForgotten(session);
    report('missing', { data: { id: quoted(id) }, ...(!isKnown && { severity: 'info' }) });
  },
});

export const chunkUnknownId = defineRule({
  id: 'tool-call/chunk-unknown-id',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A tool_call_content_chunk belongs to a call that was reported before.',
  explanation:
    'A chunk appends to the content of a call. Without a tool_call_update before it the client has nothing to append to, ' +
    'and shows output without a call or drops it. Report the call first. Only an info where the report may have come ' +
    'before the recording, or in a session that was resumed without its history. Reported once for a call.',
  spec: 'v2/tool-calls#streaming-content',
  needsHistory: true,
  messages: { unknown: 'tool_call_content_chunk for {id}, which no tool_call_update reported' },
  on: ['update:tool_call_content_chunk'],
  inspect({ step, knows, report }) {
    const { session, id, call } = callPatchOf(step) ?? {};
    if (session === undefined || call !== undefined) return;
    const isKnown = knows(session) && !mayHaveForgotten(session);
    report('unknown', { data: { id: quoted(id) }, ...(!isKnown && { severity: 'info' }) });
  },
});
