import { defineRule } from '../../engine/rule.js';
import { counted } from '../../engine/wording.js';

export const unreadableRate = defineRule({
  id: 'eos/unreadable-rate',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'No line is skipped for being no JSON.',
  explanation:
    'A count of the lines that the other side could not read, once for each direction, for those who look at the end of a ' +
    'report first. Each line has a violation of its own; that says what is wrong with it.',
  spec: 'v1/transports#stdio',
  messages: { skipped: '{unreadable} of the {lines} that the {sender} sent could not be read as JSON' },
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
