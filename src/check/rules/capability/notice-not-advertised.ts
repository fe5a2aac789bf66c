import { defineRule } from '../../engine/rule.js';
import { inspectUpdate, UPDATE_MESSAGES } from './undeclared-use.js';

export const noticeNotAdvertised = defineRule({
  id: 'capability/notice-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 the agent must send notices only to clients that announced them.',
  explanation:
    'The list of update kinds is closed in v1. A client that does not know notices rejects the whole notification, ' +
    'and the user never sees the text. Check clientCapabilities.session.notices. Without it, send a message ' +
    'instead. v2 needs no capability for notices.\n\n' +
    'Reported once per session.',
  spec: 'v1/prompt-turn',
  messages: UPDATE_MESSAGES,
  on: ['update:notice'],
  inspect(context) {
    inspectUpdate(context, 'session.notices');
  },
});
