import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';

/** A shell needs less than this to start. */
const CREATE_MS = 5_000;

export const createBlocked = defineRule({
  id: 'terminal/create-blocked',
  severity: 'warning',
  versions: ['v1'],
  fault: 'client',
  summary: 'terminal/create should return at once and not wait for the command.',
  explanation:
    'Without the id the agent cannot show the terminal, read its output or stop it. Start the process and answer; ' +
    'terminal/wait_for_exit does the waiting.\n\n' +
    'Reported after 5 s, which is more than a slow shell needs to start.',
  spec: 'v1/terminals#executing-commands',
  messages: { slow: 'the client answered terminal/create only after {after}; it should not wait for the command' },
  on: ['response:terminal/create'],
  inspect({ step, hasRealTimes, report }) {
    const { exchange, line, error, at } = step;
    if (!hasRealTimes || !line.timed || exchange === undefined || error !== undefined) return;
    const after = at - exchange.at;
    if (after > CREATE_MS) report('slow', { data: { after: lasting(after) }, evidence: [exchange] });
  },
});
