import { REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

const CANCELLED = /cancel|abort/i;

export const wrongErrorCode = defineRule({
  id: 'cancel/wrong-error-code',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A request that was cancelled is answered by error -32800, or by a result.',
  explanation:
    'By the code the other side knows that its cancel worked; another one looks like a failure and is shown as such. ' +
    'Answer -32800 (Request Cancelled), or with what there is. Not reported: errors that do not speak of cancelling: the ' +
    'request may have failed by itself.',
  spec: 'v1/cancellation',
  messages: {
    code: '{method} was cancelled by $/cancel_request and answered by error {code} ({text}); the code is -32800',
  },
  on: ['response if failed'],
  inspect({ step, report, hasReported }) {
    const { exchange, error, method = '' } = step;
    if (exchange?.cancelRequested === undefined || error === undefined || error.code === REQUEST_CANCELLED) return;
    if (!mentions(error, CANCELLED) || hasReported('cancel')) return;
    const data = { method, code: error.code ?? 'without code', text: quoted(error.message) };
    report('code', { data, evidence: [exchange], after: exchange.cancelRequested });
  },
});
