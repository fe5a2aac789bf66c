import { defineRule } from '../../engine/rule.js';
import { counted, enumerated } from '../../engine/wording.js';

/** At most this many places are named. */
const NAMED = 3;

export const secretInFrame = defineRule({
  id: 'auth/secret-in-frame',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A recording that holds credentials should be redacted before you share it.',
  explanation:
    'The protocol passes credentials where they are needed: in the environment and headers of MCP servers, and in ' +
    'the environment of terminal authentication. Nothing is wrong with the conversation, and there is nothing to ' +
    'fix. But the names in this frame suggest that the recording now holds secrets. `turntable export` redacts them ' +
    'unless you tell it not to.',
  spec: 'v1/session-setup#mcp-servers',
  messages: { secret: 'the frame holds what looks like {what}, at {places}' },
  on: ['shape'],
  inspect({ shapes, report }) {
    const found = shapes.filter(({ kind }) => kind === 'secret');
    if (found.length === 0) return;
    const places = found.slice(0, NAMED).map(({ path }) => path.join('.'));
    const more = found.length - places.length;
    if (more > 0) places.push(`${more} more`);
    report('secret', { data: { what: counted(found.length, 'credential'), places: enumerated(places) } });
  },
});
