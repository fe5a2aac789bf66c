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
  summary: "A state of the agent's own comes beside running, requires_action and idle, never instead of them.",
  explanation:
    'A client that does not know the state shows "busy" at best, and never learns that the work began or ended. Send the ' +
    'standard state too, before or after it. Stands at the first output of work that nothing else told of, once for a ' +
    'state. Not reported: a client whose capabilities name the vendor or the state in their _meta, states between two ' +
    'standard ones, and what never leads to output (eos/foreground-never-idle).',
  spec: 'v2/prompt-lifecycle#session-states',
  messages: { only: '{state} (frame {frame}) is all that tells of this work; running has to tell of it as well' },
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
