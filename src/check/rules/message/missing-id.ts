import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { MESSAGES } from './message-updates.js';

export const missingId = defineRule({
  id: 'message/missing-id',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'In v2 every message and every chunk must have a messageId.',
  explanation:
    'v2 assembles messages only by their id: chunks of several messages may alternate, and a later update replaces ' +
    'a message by its id. Readers refuse a message or chunk without one. Code written for v1, where the id is ' +
    'optional, fails here first. Create an id when a message begins, and send it with every chunk.\n\n' +
    'Reported once per session and kind.',
  spec: 'v2/prompt-lifecycle',
  messages: {
    missing: '{kind} has no messageId, which is optional only in v1',
    empty: 'the messageId of {kind} is {found}; it must identify the message',
  },
  on: MESSAGES,
  inspect(context) {
    const { step, report } = context;
    const { update, sessionId = '', updateKind = '' } = step;
    const value = update?.['messageId'];
    const isBlank = typeof value === 'string' && value.trim() === '';
    if (value !== undefined && value !== null && !isBlank) return;
    claimAt(context, ['update', 'messageId']);
    const once = `${sessionId} ${updateKind}`;
    if (value === undefined) report('missing', { data: { kind: updateKind }, once });
    else report('empty', { data: { kind: updateKind, found: quoted(value) }, once });
  },
});
