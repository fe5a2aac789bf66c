import { wasAnswered } from '../../../model/requests/answered-ids.js';
import { textOf } from '../../../model/json-access.js';
import { coerced, keyOfValue } from '../../../model/state/request-key.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const missingMode = defineRule({
  id: 'elicitation/missing-mode',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'elicitation/create says its mode.',
  explanation:
    'MCP takes a request without a mode for a form; ACP does not. A client that cannot tell a form from a page refuses ' +
    'the request, and the question never reaches the user. Agents that pass requests of MCP servers on forget it first: ' +
    'add "mode": "form", or "mode": "url" where there is a url.',
  spec: 'v1/elicitation',
  messages: { missing: 'elicitation/create has no mode{hint}' },
  on: ['request:elicitation/create'],
  inspect(context) {
    const { params } = context.step;
    if (params === undefined || (params['mode'] ?? null) !== null) return;
    claimAt(context, [], ['mode']);
    const isForm = params['requestedSchema'] !== undefined;
    const isUrl = params['url'] !== undefined;
    const hint = isForm ? '; with a requestedSchema it is "form"' : isUrl ? '; with a url it is "url"' : '';
    context.report('missing', { data: { hint } });
  },
});

export const scope = defineRule({
  id: 'elicitation/scope',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An elicitation belongs to a session or to a request of the client that is not answered yet, not to both.',
  explanation:
    'The client shows the question where it belongs: in the conversation of the session, or with the sign-in or set-up ' +
    'that it asked for. Without either it has no place for it and refuses the request. Send sessionId during a turn, and ' +
    'requestId only before there is a session, with the id of the request as the client sent it (1 is not "1"). With ' +
    'both, readers of v1 see one of them and drop the other (a warning); v2 allows one only. Not reported: a request ' +
    'that is answered while the question is still on the screen.',
  spec: 'v1/elicitation',
  needsHistory: true,
  messages: {
    neither: 'elicitation/create has neither sessionId nor requestId',
    both: 'elicitation/create has sessionId and requestId; it belongs to one of them',
    toolCall: 'elicitation/create names toolCallId {id} without the session that the call is in',
    unknown: 'requestId is {id}, and the client has no open request with that id{hint}',
  },
  on: ['request:elicitation/create'],
  inspect(context) {
    const { connection, report } = context;
    const { params } = context.step;
    if (params === undefined) return;
    const { toolCallId, requestId } = params;
    const hasSession = (params['sessionId'] ?? null) !== null;
    const hasRequest = requestId !== undefined && (requestId !== null || !hasSession);
    if (hasSession === hasRequest) {
      claimAt(context, [], ['sessionId'], ['requestId']);
      if (hasSession) report('both', { severity: 'warning', dialects: { v2a: 'warning', v2b: 'error' } });
      else report('neither');
    }
    if (!hasRequest) return;
    if (!hasSession && (toolCallId ?? null) !== null) {
      claimAt(context, ['toolCallId']);
      report('toolCall', { data: { id: quoted(toolCallId) }, severity: 'warning' });
    }
    const { pending, answered } = connection.requests.client;
    const key = keyOfValue(requestId);
    if (pending.has(key)) return;
    const hint = pending.has(coerced(key))
      ? ', but one with that id as the other JSON type'
      : wasAnswered(answered, key)
        ? '; it is answered already'
        : '';
    report('unknown', { data: { id: quoted(requestId), hint }, severity: 'warning' });
  },
});

export const duplicateOutstandingId = defineRule({
  id: 'elicitation/duplicate-outstanding-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'No two elicitations by URL that are not complete yet have the same elicitationId.',
  explanation:
    'elicitation/complete names only the id. Where two wait with one id the client closes the wrong page, or believes ' +
    'that both are done. Make a new id for each. One that the user accepted waits until elicitation/complete names it. ' +
    'Not reported: an id that is used again after it was completed, declined or refused.',
  spec: 'v1/elicitation',
  messages: { duplicate: 'elicitationId {id} is that of an elicitation that is {state}' },
  on: ['request:elicitation/create'],
  inspect({ connection, step: { params }, report }) {
    const id = textOf(params?.['elicitationId']);
    if (id === undefined || params?.['mode'] !== 'url') return;
    const other = connection.elicitations.findLast((one) => one.id === id && one.mode === 'url');
    if (other === undefined || (other.state !== 'open' && other.state !== 'accepted')) return;
    const state = other.state === 'open' ? 'not answered yet' : 'accepted and not complete yet';
    report('duplicate', { data: { id: quoted(id), state }, evidence: [other] });
  },
});

export const completeUnknownId = defineRule({
  id: 'elicitation/complete-unknown-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'elicitation/complete names an elicitation by URL of this connection that is not complete yet.',
  explanation:
    'Clients ignore ids that they do not know, so the page that they wait for stays open on the screen. Send the ' +
    'elicitationId of the request, to the client that got it, and once. Only info where the user had declined it. ' +
    'Reported as info too where the recording begins later, or after a reconnect that it does not show.',
  spec: 'v1/elicitation#url-completion',
  needsHistory: true,
  messages: {
    unknown: 'elicitationId {id} is that of no elicitation by URL on this connection',
    again: 'elicitation {id} was completed before',
    declined: 'elicitation {id} was not accepted, and is completed now',
  },
  on: ['notification:elicitation/complete'],
  inspect({ connection, step: { params }, report }) {
    const id = textOf(params?.['elicitationId']);
    if (id === undefined) return;
    const known = connection.elicitations.findLast((one) => one.id === id && one.mode === 'url');
    const data = { id: quoted(id) };
    if (known === undefined) report('unknown', { data });
    else if (known.state === 'completed') report('again', { data, evidence: [known] });
    else if (known.state === 'declined') report('declined', { data, severity: 'info', evidence: [known] });
  },
});
