import { defineRule } from '../../engine/rule.js';
import { inspectUpdate, UPDATE_MESSAGES } from './undeclared-use.js';

export const compactionNotAdvertised = defineRule({
  id: 'capability/compaction-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 the agent must report compactions only to clients that announced them.',
  explanation:
    'The list of update kinds is closed in v1. A client that does not know compaction_update and ' +
    'compaction_summary_chunk rejects the whole notification. Check clientCapabilities.session.compaction. Without ' +
    'it, do not report compactions. v2 needs no capability for them.\n\n' +
    'Reported once per session.',
  spec: 'v1/prompt-turn',
  messages: UPDATE_MESSAGES,
  on: ['update:compaction_update', 'update:compaction_summary_chunk'],
  inspect(context) {
    inspectUpdate(context, 'session.compaction');
  },
});
