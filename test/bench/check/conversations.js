import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CaptureParser, FixturePrinter } from '../../../build/parts.js';

const INITIALIZE = [
  'event spawn pid=1 argv="[\\"agent\\"]" cwd=/p',
  `client +1 ${JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
      clientInfo: { name: 'bench', version: '1' },
    },
  })}`,
  `agent +5 ${JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    result: {
      protocolVersion: 1,
      agentCapabilities: { loadSession: true },
      authMethods: [],
      agentInfo: { name: 'bench', version: '1' },
    },
  })}`,
];

/** An update of 227 bytes, as most frames of a conversation are. */
function chunk(sessionId, text) {
  const frame = (padding) =>
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: text + padding } },
      },
    });
  return frame('x'.repeat(Math.max(0, 227 - frame('').length)));
}

/** Writes a fixture of one conversation with `frames` frames in `turns` turns of `sessions` sessions, each turn with tool calls. */
export function writeConversation(path, { frames, turns, sessions }) {
  const fd = openSync(path, 'w');
  let pending = [];
  const put = (line) => {
    pending.push(line);
    if (pending.length >= 2000) flush();
  };
  const flush = () => {
    writeSync(fd, pending.map((line) => `${line}\n`).join(''));
    pending = [];
  };
  put('#acp-fixture 1');
  for (const line of INITIALIZE) put(line);
  let id = 1;
  const call = (method, params, result) => {
    put(`client +30 ${JSON.stringify({ jsonrpc: '2.0', id, method, params })}`);
    put(`agent +5 ${JSON.stringify({ jsonrpc: '2.0', id, result })}`);
    id += 1;
  };
  const name = (n) => `session-${n}`;
  for (let n = 0; n < sessions; n += 1) call('session/new', { cwd: '/p', mcpServers: [] }, { sessionId: name(n) });
  const perTurn = Math.max(10, Math.floor((frames - 3 - 2 * sessions) / turns));
  for (let turn = 0; turn < turns; turn += 1) {
    const sessionId = name(turn % sessions);
    const update = (body) =>
      put(
        `agent +1 ${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: body } })}`,
      );
    put(
      `client +30 ${JSON.stringify({ jsonrpc: '2.0', id, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text: 'go on' }] } })}`,
    );
    const calls = Math.min(5, Math.floor(perTurn / 10));
    for (let n = 0; n < calls; n += 1) {
      const toolCallId = `call-${turn}-${n}`;
      update({ sessionUpdate: 'tool_call', toolCallId, title: 'Read file', kind: 'read', status: 'in_progress' });
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
    }
    for (let n = 2 + 2 * calls; n < perTurn; n += 1) put(`agent +1 ${chunk(sessionId, `${turn}/${n} `)}`);
    put(`agent +1 ${JSON.stringify({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } })}`);
    id += 1;
  }
  put('event client-eof');
  put('event +5 agent-eof');
  put('event exit code=0');
  flush();
  closeSync(fd);
}

/** One turn with a frame of `megabytes`. */
export function writeGiant(path, megabytes) {
  writeConversation(path, { frames: 40, turns: 1, sessions: 1 });
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('agent_message_chunk'));
  lines[at] = `agent +1 ${chunk('session-0', 'x'.repeat(megabytes * 1e6))}`;
  const fd = openSync(path, 'w');
  for (const line of lines) writeSync(fd, `${line}\n`);
  closeSync(fd);
}

/**
 * The captures of a folder as fixtures, one a conversation; undefined without them. Returns the paths, and how many
 * frames, of how many bytes, they hold.
 */
export function writeFixtures(folder, corpus) {
  let captures;
  try {
    captures = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'));
  } catch {
    return undefined;
  }
  const paths = [];
  let frames = 0;
  let bytes = 0;
  for (const capture of captures.sort()) {
    const parser = new CaptureParser(capture);
    let text = '';
    let printer = new FixturePrinter();
    const finish = () => {
      const path = join(folder, `${paths.length}.acp`);
      writeFileSync(path, `#acp-fixture 1\n${text}`);
      paths.push(path);
      [text, printer] = ['', new FixturePrinter()];
    };
    for (const line of readFileSync(join(corpus, capture), 'utf8').split('\n')) {
      const entry = line === '' ? undefined : parser.line(Buffer.from(line));
      if (entry === undefined) continue;
      text += printer.print(entry);
      if (entry.type === 'frame' && entry.stream !== 'stderr') {
        frames += 1;
        bytes += entry.bytes.length;
      }
      if (entry.type === 'event') finish();
    }
    if (text !== '') finish();
  }
  return { paths, frames, bytes };
}
