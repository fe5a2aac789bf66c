import { METHOD_NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const errorResponse = defineRule({
  id: 'permission/error-response',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A permission request should be answered with an outcome, not with an error.',
  explanation:
    'The agent asked a question and gets no decision, so it does not know whether the tool may run. Many agents ' +
    'then fail the whole turn. If the dialog fails or the user closes it, answer with a reject option or with the ' +
    'outcome "cancelled". Error -32800 is right after the agent withdrew the request with $/cancel_request.\n\n' +
    'Only an info for -32800 in the November draft of v2, which wants "cancelled" in that case, too. Not reported: ' +
    'errors about an invalid request; -32601, which says that the client lacks the method.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: {
    error: 'the client answered the permission request with error {code} ({text}) instead of an outcome',
    withdrawn:
      'the client answered the withdrawn request with error -32800; this draft of v2 wants the outcome "cancelled"',
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
