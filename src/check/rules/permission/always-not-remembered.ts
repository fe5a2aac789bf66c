import { alwaysKey } from '../../../model/tools/permissions.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const alwaysNotRemembered = defineRule({
  id: 'permission/always-not-remembered',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'What the user allowed or rejected for always is not asked again in the session.',
  explanation:
    'The kinds allow_always and reject_always say that the choice is remembered. A user who is asked the same again learns ' +
    'that "always" means nothing. What exactly is remembered is for the agent to say, hence an info: the rule compares the ' +
    'kind of the tool and the title of the request.',
  spec: 'v1/tool-calls#permission-options',
  messages: { again: 'permission for {title} was asked again, although the answer was "always" before' },
  on: ['request:session/request_permission'],
  inspect({ step, report }) {
    const { session, params, isHistory } = step;
    if (session === undefined || isHistory) return;
    const key = alwaysKey(session, params);
    const decided = key === undefined ? undefined : session.alwaysDecided.get(key);
    if (decided === undefined || key === undefined) return;
    report('again', { data: { title: quoted(key.slice(key.indexOf(' ') + 1)) }, evidence: [decided] });
  },
});
