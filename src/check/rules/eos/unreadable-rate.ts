import { defineRule } from '../../engine/rule.js';
import { counted } from '../../engine/wording.js';

export const unreadableRate = defineRule({
  id: 'eos/unreadable-rate',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every line should be readable as JSON.',
  explanation:
    'For people who look at the end of a report first: this counts the lines that the other side could not read, ' +
    'once per direction. Each of those lines also has its own violation, which says what is wrong with it.',
  spec: 'v1/transports#stdio',
  messages: { skipped: '{unreadable} of {lines} from the {sender} could not be read as JSON' },
  on: ['end'],
  inspect({ connection, report }) {
    for (const sender of ['client', 'agent'] as const) {
      const { unreadable, frames } = connection.wires[sender];
      if (unreadable === 0) continue;
      const data = { unreadable, lines: counted(frames, 'line'), sender };
      report('skipped', { data, fault: sender });
    }
  },
});
