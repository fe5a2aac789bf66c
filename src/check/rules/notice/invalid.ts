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
  summary: 'A notice has a title that can stand alone, a severity that is known, and tells of now, not of the past.',
  explanation:
    'A notice is shown by itself, often as a line that goes away: without a title there is nothing to show, and a ' +
    'severity that the protocol does not know is drawn as any other. Put the sentence for the user into the title and ' +
    'details into the description; severities of your own begin with an underscore. Notices are no part of the history: ' +
    'one that comes while a session is restored is info, since it may well be live.',
  spec: 'https://agentclientprotocol.com/rfds/session-notices',
  messages: {
    empty: 'the title of the notice is empty; it is what the user gets to see',
    blank: 'the title of the notice is {found}, which shows nothing',
    severity: 'the severity of the notice is {found}; known are "info", "warning" and "error"',
    replayed: 'the notice {title} came while the session was restored; notices are not replayed',
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
