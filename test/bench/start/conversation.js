const TURNS = 4;
const CHUNKS = 8;

/** A fixture of 60 frames: a handshake, a session, and four turns of text with a tool call each. */
export function conversationOf60() {
  const lines = ['#acp-fixture 1'];
  const client = (message) => lines.push(`client ${JSON.stringify({ jsonrpc: '2.0', ...message })}`);
  const agent = (message) => lines.push(`agent ${JSON.stringify({ jsonrpc: '2.0', ...message })}`);
  const update = (members) => agent({ method: 'session/update', params: { sessionId: 's1', update: members } });
  const text = (words) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } });

  client({ id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } });
  agent({ id: 0, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } });
  client({ id: 1, method: 'session/new', params: { cwd: '/home/user/project', mcpServers: [] } });
  agent({ id: 1, result: { sessionId: 's1' } });
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const id = turn + 1;
    const toolCallId = `call-${turn}`;
    client({
      id,
      method: 'session/prompt',
      params: { sessionId: 's1', prompt: [{ type: 'text', text: `Do ${turn}` }] },
    });
    for (let chunk = 0; chunk < CHUNKS; chunk += 1) text(`some words ${chunk} `);
    update({ sessionUpdate: 'tool_call', toolCallId, title: 'Read', kind: 'read', status: 'pending' });
    update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
    update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    text('done');
    agent({ id, result: { stopReason: 'end_turn' } });
  }
  return `${lines.join('\n')}\n`;
}
