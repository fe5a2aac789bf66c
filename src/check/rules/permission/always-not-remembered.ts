import { alwaysKey } from '../../../model/tools/permissions.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const alwaysNotRemembered = defineRule({
  id: 'permission/always-not-remembered',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent should not ask again about what the user allowed or rejected "always".',
  explanation:
    'The kinds allow_always and reject_always promise that the choice is remembered. A user who is asked again ' +
    'learns that "always" means nothing.\n\n' +
    'Only an info, because the agent defines what exactly it remembers; the rule compares the kind of the tool and ' +
    'the title of the request.',
  spec: 'v1/tool-calls#permission-options',
  messages: { again: 'the agent requested permission for {title} again, although the earlier answer was "always"' },
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
