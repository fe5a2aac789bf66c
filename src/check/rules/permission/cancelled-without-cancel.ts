import { METHOD_NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Step } from '../../../model/state/step.js';
import type { Turn } from '../../../model/state/turn.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, lasting, quoted } from '../../engine/wording.js';

/** A person needs longer than this to read and to choose. */
const AUTOMATIC_MS = 20;
/** So soon after a dismissal the client may say that it was a cancel. */
const CANCEL_FOLLOWS_MS = 1_000;

export const optionNotOffered = defineRule({
  id: 'permission/option-not-offered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The option that the client selects is one of those that the request offered.',
  explanation:
    'The agent looks the id up among its own options. Of one it does not know it cannot tell whether the user allowed or ' +
    'rejected: it fails, or worse, takes it for a yes. Answer with the optionId of the request, exactly as it was given: ' +
    'neither its name nor its kind, and with the same upper and lower case.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: { other: 'selected optionId {found}; the request offered {offered}' },
  on: ['response:session/request_permission'],
  inspect({ step, report }) {
    const outcome = objectOf(objectOf(step.result)?.['outcome']);
    const found = textOf(outcome?.['optionId']);
    const options = step.params?.['options'];
    if (outcome?.['outcome'] !== 'selected' || found === undefined || !Array.isArray(options)) return;
    const offered = objectsOf(step.params?.['options']).flatMap(({ optionId }) => textOf(optionId) ?? []);
    if (offered.includes(found)) return;
    const names = offered.length === 0 ? 'none' : enumerated(offered.map(quoted));
    report('other', { data: { found: quoted(found), offered: names }, evidence: [step.exchange] });
  },
});

export const errorResponse = defineRule({
  id: 'permission/error-response',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A permission request is answered by an outcome, not by an error.',
  explanation:
    'The agent asked a question and gets no decision: whether the tool may run stays open, and many agents end the whole ' +
    'turn with the error. Where the dialog fails or the user closes it, answer with a reject option or with the outcome ' +
    '"cancelled". Error -32800 is right after the agent took the request back with $/cancel_request; the newest draft of ' +
    'v2 has "cancelled" there, too, and it is an info. Not reported: errors about a request that is broken itself, and ' +
    '-32601, which says that the client lacks the method.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: {
    error: 'the permission request was answered by error {code} ({text}) instead of an outcome',
    withdrawn:
      'the request was taken back and answered by error -32800; this draft of v2 has the outcome "cancelled" for it',
  },
  on: ['response:session/request_permission'],
  inspect({ step, report }) {
    const { error, exchange } = step;
    if (error === undefined || exchange === undefined || error.code === METHOD_NOT_FOUND) return;
    if (exchange.faults.length > 0) return;
    if (error.code === REQUEST_CANCELLED && exchange.cancelRequested !== undefined) {
      const evidence = [exchange, exchange.cancelRequested];
      if (step.version === 2) report('withdrawn', { evidence, dialects: { v2a: 'off', v2b: 'info' } });
      return;
    }
    report('error', {
      data: { code: error.code ?? 'without code', text: quoted(error.message) },
      evidence: [exchange, exchange.cancelledBy],
    });
  },
});

export const cancelledWithoutCancel = defineRule({
  id: 'permission/cancelled-without-cancel',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The outcome "cancelled" says that the turn was cancelled.',
  explanation:
    'In v1 an agent that reads "cancelled" may end the turn, although the user only closed the dialog. To refuse this one ' +
    'call, answer with a reject option. Many clients use the outcome for a dialog that was dismissed, hence an info; the ' +
    'newer draft of v2 allows it. Not reported: where session/cancel, session/close or $/cancel_request came before, or ' +
    'session/cancel within a second after.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: { alone: 'answered "cancelled", although nothing was cancelled' },
  on: ['message if dismissed', 'end'],
  inspect({ isMessage, step, connection, report }) {
    if (isMessage && step.session === undefined) return;
    const sessions = isMessage && step.session !== undefined ? [step.session] : connection.sessions.values();
    for (const session of sessions) {
      for (const turn of session.open) {
        const { dismissedUnasked: at, cancel, number } = turn;
        if (at === undefined || (isMessage && !isTooLateToCancel(step, turn, at))) continue;
        if (cancel !== undefined && cancel.at - at.at <= CANCEL_FOLLOWS_MS) continue;
        const once = `${session.id} ${number}`;
        report('alone', { at, sessionId: session.id, turn: number, once, dialects: { v2a: 'info', v2b: 'off' } });
      }
    }
  },
});

/** Whether no session/cancel can follow any more that explains a dismissal: time went by, or the turn ends here. */
function isTooLateToCancel(step: Step, { request }: Turn, dismissed: Moment): boolean {
  if (step.at - dismissed.at > CANCEL_FOLLOWS_MS) return true;
  if (step.version === 2) return step.updateKind === 'state_update' && step.update?.['state'] === 'idle';
  return step.method === 'session/prompt' && step.exchange !== undefined && step.key === request;
}

export const clientAuto = defineRule({
  id: 'permission/client-auto',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client decided by itself, without asking the user.',
  explanation:
    'Clients may allow or reject by the settings of the user; nothing is wrong. It is worth seeing, because the one who ' +
    'looks for the reason of a decision looks for a person otherwise. Reported where the answer came faster than anybody ' +
    'reads. Off unless asked for.',
  spec: 'v1/tool-calls#requesting-permission',
  isOptIn: true,
  messages: { auto: 'answered {after} after the request: nobody was asked' },
  on: ['response:session/request_permission'],
  inspect({ step, hasRealTimes, report }) {
    const { exchange, line, error, at } = step;
    if (!hasRealTimes || !line.timed || exchange === undefined || error !== undefined) return;
    const after = at - exchange.at;
    const isSelected = objectOf(objectOf(step.result)?.['outcome'])?.['outcome'] === 'selected';
    if (after < 0 || after > AUTOMATIC_MS || !isSelected) return;
    report('auto', { data: { after: lasting(after) }, evidence: [exchange] });
  },
});
