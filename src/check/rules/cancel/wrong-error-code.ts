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
  summary: 'A cancelled request should be answered with a result or with error -32800.',
  explanation:
    'This code tells the other side that its cancel worked. Any other code looks like a failure and is shown as ' +
    'one. Answer with -32800 (Request cancelled), or with whatever result there is.\n\n' +
    'Not reported: errors that do not mention cancelling, because the request may have failed on its own.',
  spec: 'v1/cancellation',
  messages: {
    code: '{method} was cancelled with $/cancel_request, but answered with error {code} ({text}); the code should be -32800',
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
