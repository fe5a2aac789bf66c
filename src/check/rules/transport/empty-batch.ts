import { defineRule } from '../../engine/rule.js';
import { entriesOf } from './batch-entries.js';

export const emptyBatch = defineRule({
  id: 'transport/empty-batch',
  severity: 'error',
  versions: ['v2a'],
  fault: 'sender',
  summary: 'A batch has at least one entry.',
  explanation:
    'An empty array asks for nothing and is answered with an error; nor is it an answer: what leaves nothing to answer ' +
    'gets no reply at all. Send nothing where there is nothing to send.',
  spec: 'https://www.jsonrpc.org/specification#batch',
  messages: { empty: 'the batch has no entries' },
  on: ['batch'],
  inspect({ lineMessage, hasReported, report }) {
    if (entriesOf(lineMessage).length === 0 && !hasReported('transport/batch-reply-shape')) report('empty');
  },
});
