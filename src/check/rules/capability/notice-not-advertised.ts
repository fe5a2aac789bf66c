import { defineRule } from '../../engine/rule.js';
import { inspectUpdate, UPDATE_MESSAGES } from './undeclared-use.js';

export const noticeNotAdvertised = defineRule({
  id: 'capability/notice-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 the agent sends notices only to clients that announced them.',
  explanation:
    'The updates of v1 are a closed list: a client that does not know the kind refuses the whole notification, and the ' +
    'user never sees the notice. Look at clientCapabilities.session.notices and write a message without it. Reported ' +
    'once for each session. v2 needs none.',
  spec: 'v1/prompt-turn',
  messages: UPDATE_MESSAGES,
  on: ['update:notice'],
  inspect(context) {
    inspectUpdate(context, 'session.notices');
  },
});
