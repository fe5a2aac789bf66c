import { defineRule } from '../../engine/rule.js';
import { entriesOf } from './batch-entries.js';

export const emptyBatch = defineRule({
  id: 'transport/empty-batch',
  severity: 'error',
  versions: ['v2a'],
  fault: 'sender',
  summary: 'A batch must have at least one entry.',
  explanation:
    'An empty array asks for nothing, and the other side answers it with an error. It is no valid reply either: if ' +
    'there is nothing to answer, send no reply at all.',
  spec: 'https://www.jsonrpc.org/specification#batch',
  messages: { empty: 'the batch has no entries' },
  on: ['batch'],
  inspect({ lineMessage, hasReported, report }) {
    if (entriesOf(lineMessage).length === 0 && !hasReported('transport/batch-reply-shape')) report('empty');
  },
});
