import { defineRule } from '../../engine/rule.js';
import { inspectUpdate, UPDATE_MESSAGES } from './undeclared-use.js';

export const compactionNotAdvertised = defineRule({
  id: 'capability/compaction-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 the agent reports compactions only to clients that announced them.',
  explanation:
    'The updates of v1 are a closed list: a client that does not know compaction_update and compaction_summary_chunk ' +
    'refuses the whole notification. Look at clientCapabilities.session.compaction and keep the compaction to yourself ' +
    'without it. Reported once for each session. v2 needs none.',
  spec: 'v1/prompt-turn',
  messages: UPDATE_MESSAGES,
  on: ['update:compaction_update', 'update:compaction_summary_chunk'],
  inspect(context) {
    inspectUpdate(context, 'session.compaction');
  },
});
