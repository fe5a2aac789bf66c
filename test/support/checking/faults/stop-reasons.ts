import { type Fault, at, otherwise } from './fault.js';
import { members } from '../planting.js';
import { between, resultOf, stopped, cancelOf, isAlone } from './places.js';
import { refusal, put } from './sayings.js';

const stopReasonPath = ['result', 'stopReason'];
const OPEN_CALLS = { 'tool-call/nonterminal-at-turn-end': 'only a turn that was cancelled may leave calls open' };

export const STOP_REASONS: readonly Fault[] = [
  otherwise(
    'the stop reason is no word of the protocol',
    { rules: ['stop-reason/unknown'], fault: 'agent', brings: OPEN_CALLS },
    (conversation) => stopped(conversation).map(({ response }) => response),
    (said) => put(said, stopReasonPath, 'finished'),
  ),
  otherwise(
    'the stop reason is "error"',
    { rules: ['stop-reason/error-literal'], fault: 'agent', brings: OPEN_CALLS },
    (conversation) => stopped(conversation).map(({ response }) => response),
    (said) => put(said, stopReasonPath, 'error'),
  ),
  otherwise(
    'the stop reason is missing',
    { rules: ['stop-reason/missing'], fault: 'agent' },
    (conversation) => stopped(conversation).map(({ response }) => response),
    (said) => put(said, ['result'], {}),
  ),
  at(
    'a cancelled turn ends with another legal stop reason',
    (conversation) =>
      stopped(conversation).filter(
        (turn) => cancelOf(conversation, turn) !== undefined && resultOf(turn.response)['stopReason'] === 'cancelled',
      ),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, stopReasonPath, 'end_turn')),
      rules: ['cancel/wrong-stop-reason'],
      fault: 'agent',
      brings: OPEN_CALLS,
    }),
  ),
  at(
    'a cancelled turn ends with an error',
    (conversation) => stopped(conversation).filter((turn) => cancelOf(conversation, turn) !== undefined),
    (planting, { response, request: { json } }) => ({
      at: planting.replace(response, refusal(-32603, 'The operation was aborted', json?.['id'] ?? null)),
      rules: ['cancel/error-instead-of-cancelled'],
      fault: 'agent',
      takes: { 'cancel/wrong-stop-reason': 'there is no stop reason any more' },
    }),
  ),
  at(
    'a turn that nobody cancelled ends with "cancelled"',
    (conversation) =>
      stopped(conversation).filter(
        (turn) =>
          cancelOf(conversation, turn) === undefined &&
          resultOf(turn.response)['stopReason'] !== 'cancelled' &&
          // a newer prompt may cancel the one before
          isAlone(conversation, turn) &&
          conversation.told('$/cancel_request').length === 0 &&
          // an option may call itself a cancel
          !between(conversation, turn.request, turn.response).some(({ json }) =>
            /cancel|abort/.test(JSON.stringify(members(members(json?.['result'])['outcome'])['optionId'] ?? '')),
          ),
      ),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, stopReasonPath, 'cancelled')),
      rules: ['stop-reason/cancelled-without-cancel'],
      fault: 'agent',
      isMild: true,
      takes: {
        'tool-call/nonterminal-at-turn-end': 'a cancelled turn may leave calls open',
        'plan/unfinished-at-turn-end': 'a cancelled turn may leave the plan open',
        'turn/no-output': 'a cancelled turn need not say anything',
      },
    }),
  ),
];
