import { start, type Program } from '../processes/program.js';
import { TURNTABLE, type Place } from './turntable.js';

/** A turn with a question; its agent frames have what no printer makes. */
export const FIXTURE = [
  '#acp-fixture 1',
  '# title: a turn',
  'client +0.0 {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}',
  'agent +1.0 {"jsonrpc":"2.0", "id":0,"result":{"protocolVersion":1,"x":1.50}}',
  'client +1.0 {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/recorded/p","mcpServers":[]}}',
  'agent +1.0 {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}',
  'agent! +1.0 a warning',
  'client +1.0 {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"in /recorded/p"}]}}',
  'agent +50.0 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"see /recorded/p/a"}}}}',
  'agent +1.0 {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}',
  '',
].join('\n');
export const HELLO =
  '{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}\n';
export const MADE = '{"jsonrpc":"2.0","id":"b","method":"session/new","params":{"cwd":"/live","mcpServers":[]}}\n';
export const prompt = (text: string) =>
  `{"jsonrpc":"2.0","id":"c","method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"${text}"}]}}\n`;
export const ALL = HELLO + MADE + prompt('in /live');
export const ANSWERS = [
  '{"jsonrpc":"2.0", "id":"a","result":{"protocolVersion":1,"x":1.50}}',
  '{"jsonrpc":"2.0","id":"b","result":{"sessionId":"s"}}',
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"see /live/a"}}}}',
  '{"jsonrpc":"2.0","id":"c","result":{"stopReason":"end_turn"}}',
];

/** Starts `turntable replay` in the place. */
export function replay(place: Place, file: string, ...options: string[]): Program {
  return start([process.execPath, TURNTABLE, 'replay', file, ...options], {
    cwd: place.folder,
    env: { TURNTABLE_HOME: place.folder },
  });
}
