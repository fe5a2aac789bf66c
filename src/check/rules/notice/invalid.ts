import { textOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

const SEVERITIES: ReadonlySet<string> = new Set(['info', 'warning', 'error']);

export const invalid = defineRule({
  id: 'notice/invalid',
  severity: 'warning',
  versions: ['v1', 'v2b'],
  fault: 'agent',
  summary: 'A notice should have a title and a known severity, and should not be replayed.',
  explanation:
    'A notice is shown on its own, often as a line that disappears. Without a title there is nothing to show, and a ' +
    'severity that the protocol does not define looks like any other. Put the sentence for the user into the title ' +
    'and details into the description. Custom severities begin with an underscore.\n\n' +
    'Notices are not part of the history. Only an info for one that comes while a session is restored, because it ' +
    'may well be live.',
  spec: 'https://agentclientprotocol.com/rfds/session-notices',
  messages: {
    empty: 'the title of the notice is empty; it is what the user gets to see',
    blank: 'the title of the notice is {found}, so the user sees nothing',
    severity: 'the severity of the notice is {found}; the protocol defines "info", "warning" and "error"',
    replayed: 'the notice {title} came while the session was restored; notices should not be replayed',
  },
  on: ['update:notice'],
  inspect(context) {
    const { step, report } = context;
    const { update, session } = step;
    const title = textOf(update?.['title']);
    const severity = textOf(update?.['severity']);
    if (title?.trim() === '') {
      claimAt(context, ['update', 'title']);
      if (title === '') report('empty', { severity: 'error' });
      else report('blank', { data: { found: quoted(title) } });
    }
    if (severity !== undefined && !SEVERITIES.has(severity) && !severity.startsWith('_')) {
      claimAt(context, ['update', 'severity']);
      report('severity', { data: { found: quoted(severity) } });
    }
    if (session?.replay?.replays !== true) return;
    report('replayed', {
      data: { title: quoted(title) },
      severity: 'info',
      once: `${session.id} ${session.replay.seq}`,
    });
  },
});
