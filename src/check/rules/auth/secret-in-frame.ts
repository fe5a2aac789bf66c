import { defineRule } from '../../engine/rule.js';
import { counted, enumerated } from '../../engine/wording.js';

/** So many places are named. */
const NAMED = 3;

export const secretInFrame = defineRule({
  id: 'auth/secret-in-frame',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A recording that holds credentials is redacted before it is shared.',
  explanation:
    'The protocol passes credentials where they are needed: in the environment and the headers of MCP servers and in ' +
    'that of terminal authentication. Nothing is wrong with that, and nothing in the conversation has to be mended; ' +
    'but the recording now holds what these names promise. `turntable export` redacts it, unless told not to.',
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
