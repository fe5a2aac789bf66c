import { closeSync, openSync, writeSync } from 'node:fs';

const text = (value) => JSON.stringify(value);

/** What the client says: initialize, a session, one prompt. */
export const CLIENT_LINES = [
  {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: 1, clientCapabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/home/user/project', mcpServers: [] } },
  {
    jsonrpc: '2.0',
    id: 2,
    method: 'session/prompt',
    params: { sessionId: 's1', prompt: [{ type: 'text', text: 'go' }] },
  },
].map(text);

/** The answers to the first two, by id. */
export const FIRST_ANSWERS = [
  { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } },
  { jsonrpc: '2.0', id: 1, result: { sessionId: 's1' } },
].map(text);

/** The turn: updates of 227 bytes, and the answer that ends it. */
export function* turnLines(frames) {
  for (let i = 0; i < frames - 1; i += 1) {
    const update = (padding) =>
      text({
        jsonrpc: '2.0',
        method: 'session/update',
        params: {
          sessionId: 's1',
          update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${i} ${padding}` } },
        },
      });
    yield update('x'.repeat(Math.max(0, 227 - update('').length)));
  }
  yield text({ jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } });
}

/** Writes the conversation as a fixture. */
export function writeTurn(path, frames) {
  const fd = openSync(path, 'w');
  const lines = ['#acp-fixture 1', '# cwd: /home/user/project'];
  lines.push(`client +0.0 ${CLIENT_LINES[0]}`, `agent +5.0 ${FIRST_ANSWERS[0]}`);
  lines.push(`client +1.0 ${CLIENT_LINES[1]}`, `agent +5.0 ${FIRST_ANSWERS[1]}`, `client +1.0 ${CLIENT_LINES[2]}`);
  for (const line of turnLines(frames)) lines.push(`agent +0.5 ${line}`);
  writeSync(fd, `${lines.join('\n')}\n`);
  closeSync(fd);
}
