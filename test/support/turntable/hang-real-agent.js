// Runs a real agent under the tap and lets it hang; prints what `turntable why --json` says then. To be run in the sandbox of the
// real agents, where the recording can be seen as live.
// usage: hang-real-agent.js TURNTABLE DB SCRIPT PROMPT HOW    (HOW: silent-model, open-question, sleeping-tool)
import { spawn, spawnSync } from 'node:child_process';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [turntable, db, script, prompt, how] = process.argv.slice(2);
/** Where a model that never answers listens, if that is how it hangs. */
const SILENT_PORT = Number(process.env['SILENT_PORT']);
/** The kind of wait that it comes to. */
const HANGS_AT = { 'silent-model': 'prompt', 'open-question': 'permission', 'sleeping-tool': 'tool-call' };
/** So long without progress is a hang, in ms: starting a tool takes less. */
const HANGS_MS = 5_000;
/** The agent has so long to come to the point where it hangs, in ms. */
const LIMIT_MS = 90_000;
const LOOK_MS = 500;

if (how === 'silent-model') {
  const server = net.createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise((resolve) => server.listen(SILENT_PORT, '127.0.0.1', resolve));
}
const tap = spawn(process.execPath, [turntable, 'record', '--quiet', '--db', db, '--', script], {
  stdio: ['pipe', 'pipe', 'inherit'],
  detached: true,
});
tap.stdin.on('error', () => undefined);
const pending = new Map();
createInterface({ input: tap.stdout }).on('line', (text) => {
  const message = JSON.parse(text);
  if (message.method === undefined) pending.get(message.id)?.(message);
  else if (message.id !== undefined) reply(message);
});

function reply({ id, method, params }) {
  if (method !== 'session/request_permission') {
    say({ id, error: { code: -32_601, message: 'Method not found' } });
  } else if (how !== 'open-question') {
    const { optionId } = params.options.find(({ kind }) => kind === 'allow_once') ?? params.options[0];
    say({ id, result: { outcome: { outcome: 'selected', optionId } } });
  }
}

function say(message) {
  tap.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function ask(id, method, params) {
  say({ id, method, params });
  const { result, error } = await new Promise((resolve) => pending.set(id, resolve));
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

function why() {
  const { stdout } = spawnSync(process.execPath, [turntable, 'why', '--json', '--db', db], { encoding: 'utf8' });
  return stdout === '' ? { waits: [] } : JSON.parse(stdout);
}

/** It has come to the point, and gone without progress for long: before, it may be slow. */
function hangs({ waits }) {
  return waits.some(({ kind, silentMs }) => kind === HANGS_AT[how] && silentMs >= HANGS_MS);
}

try {
  const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  await ask(0, 'initialize', { protocolVersion: 1, clientCapabilities });
  const { sessionId } = await ask(1, 'session/new', { cwd: process.cwd(), mcpServers: [] });
  say({ id: 2, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text: prompt }] } });
  const giveUpAt = performance.now() + LIMIT_MS;
  let answer = why();
  while (!hangs(answer) && performance.now() < giveUpAt) {
    await sleep(LOOK_MS);
    answer = why();
  }
  console.log(`WHY ${JSON.stringify(answer)}`);
} finally {
  process.kill(-tap.pid, 'SIGKILL');
}
process.exit(0);
