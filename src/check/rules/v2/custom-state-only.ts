import { foldedSpelling } from '../../../acp/schema/spelling.js';
import { metaNames } from '../../../model/handshake/announced-capabilities.js';
import { isWorking } from '../../../model/turns/work.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { awaitsWork, isNewWork, OUTPUT } from './new-work.js';

export const customStateOnly = defineRule({
  id: 'v2/custom-state-only',
  severity: 'warning',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'A custom state should not replace running, requires_action or idle.',
  explanation:
    'A client that does not know the custom state shows "busy" at best, and never learns that the work began or ' +
    'ended. Send the standard state too, before or after it.\n\n' +
    'Reported once per state, at the first output of work for which no standard state came. Not reported: a client ' +
    'whose capabilities name the vendor or the state in their _meta; custom states between two standard ones; ' +
    'states that never lead to output (eos/foreground-never-idle).',
  spec: 'v2/prompt-lifecycle#session-states',
  messages: { only: 'the only state of this work is {state} (frame {frame}); the agent should report running as well' },
  on: OUTPUT,
  inspect({ step, connection, report }) {
    const { sender, session, isHistory } = step;
    const custom = session?.foreground.custom;
    if (sender !== 'agent' || session === undefined || isHistory || custom?.state.startsWith('_') !== true) return;
    if (isWorking(session.foreground) || !(session.prompts.some(awaitsWork) || isNewWork(session, step))) return;
    if (metaNames(connection, 'client', (key) => isNamed(custom.state, key))) return;
    const data = { state: quoted(custom.state), frame: custom.seq };
    report('only', {
      data,
      evidence: [custom],
      once: `${session.id} ${custom.seq}`,
      dialects: { undecided: 'warning' },
    });
  },
});

/** `acme.dev/states`, or `_acme_thinking` itself, for a state `_acme_thinking`. */
function isNamed(state: string, key: string): boolean {
  const wanted = foldedSpelling(state);
  const named = foldedSpelling(key.split(/[./]/)[0] ?? '');
  return key === state || (named !== '' && wanted.startsWith(named));
}
