import { METHOD_NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

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
  inspect({ step, faultsOf, report }) {
    const { error, exchange } = step;
    if (error === undefined || exchange === undefined || error.code === METHOD_NOT_FOUND) return;
    if (faultsOf(exchange).length > 0) return;
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
