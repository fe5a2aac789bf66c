// An agent for the bench of live recordings. `echo` repeats every line. `talk N` spreads N frames over 200 prompts, and leaves the last
// one unanswered.
const [, , mode, frames] = process.argv;

const TURNS = 200;

function talk(count) {
  const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const update = (members) => say({ method: 'session/update', params: { sessionId: 's', update: members } });
  const perTurn = Math.floor(count / TURNS);
  let turn = 0;
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) answer(JSON.parse(line));
  });
  const answer = ({ id, method }) => {
    if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } });
    if (method === 'session/new') say({ id, result: { sessionId: 's' } });
    if (method !== 'session/prompt') return;
    turn += 1;
    for (let n = 0; n < 5; n += 1) {
      const toolCallId = `call-${turn}-${n}`;
      update({ sessionUpdate: 'tool_call', toolCallId, title: 'Read file', kind: 'read', status: 'in_progress' });
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    }
    for (let n = 12; n < perTurn; n += 1) {
      update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `some words ${turn} ${n} ` } });
    }
    if (turn < TURNS) say({ id, result: { stopReason: 'end_turn' } });
  };
}

if (mode === 'talk') talk(Number(frames));
else process.stdin.pipe(process.stdout);
