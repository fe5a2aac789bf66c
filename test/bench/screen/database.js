import { join } from 'node:path';
import { ImportWriter, openDatabase } from '../../../build/parts.js';

/**
 * Makes a database with one recording, number 1: `frames` frames of 227 bytes (updates, mostly) in 2,000 turns of 50 sessions,
 * each turn with five tool calls and one file that is read, every 40th ending in an error. Returns its path.
 */
export function makeDatabase(folder, frames) {
  const path = join(folder, 'screen.db');
  const db = openDatabase(path, { create: true, busyMs: 1000 });
  db.transaction(() => {
    writeConversation(new ImportWriter(db, { name: 'bench', headers: undefined, nowMs: 1 }), frames);
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return path;
}

const TURNS = 2_000;
const SESSIONS = 50;

function writeConversation(writer, frames) {
  const encoder = new TextEncoder();
  let atNs = 0;
  let id = 0;
  const say = (stream, message) => {
    const bytes = encoder.encode(JSON.stringify({ jsonrpc: '2.0', ...message }));
    writer.add({ type: 'frame', stream, bytes, terminated: true, atNs: (atNs += 1e6) });
  };
  const ask = (stream, method, params, answer) => {
    id += 1;
    say(stream, { id, method, params });
    const answered = id;
    return () => say(stream === 'client' ? 'agent' : 'client', { id: answered, ...answer });
  };
  ask('client', 'initialize', { protocolVersion: 1, clientCapabilities: {} }, { result: { protocolVersion: 1 } })();
  for (let n = 0; n < SESSIONS; n += 1) {
    ask('client', 'session/new', { cwd: '/p', mcpServers: [] }, { result: { sessionId: `session-${n}` } })();
  }
  const perTurn = Math.floor((frames - 2 - 2 * SESSIONS) / TURNS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const sessionId = `session-${turn % SESSIONS}`;
    const update = (body) => say('agent', { method: 'session/update', params: { sessionId, update: body } });
    const failure = { error: { code: -32603, message: 'Internal error' } };
    const answer = turn % 40 === 39 ? failure : { result: { stopReason: 'end_turn' } };
    const end = ask(
      'client',
      'session/prompt',
      { sessionId, prompt: [{ type: 'text', text: `go on ${turn}` }] },
      answer,
    );
    for (let n = 0; n < 5; n += 1) {
      const toolCallId = `call-${turn}-${n}`;
      update({ sessionUpdate: 'tool_call', toolCallId, title: 'Read file', kind: 'read', status: 'in_progress' });
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    }
    ask('agent', 'fs/read_text_file', { sessionId, path: `/p/${turn}.ts` }, { result: { content: 'x' } })();
    for (let n = 14; n < perTurn; n += 1) update(chunk(sessionId, `${turn}/${n} `));
    end();
  }
  writer.end();
}

/** What makes an update of 227 bytes, as most frames of a conversation are. */
function chunk(sessionId, text) {
  const body = (words) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } });
  const size = JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId, update: body(text) },
  }).length;
  return body(text + 'lorem ipsum dolor sit amet '.repeat(9).slice(0, Math.max(0, 227 - size)));
}
