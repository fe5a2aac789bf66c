// Runs a turn with a tool of a real agent under `record --inside`; prints `stats --json` when the agent has told all it tells, or
// after a while. To be run in the sandbox of the real agents.
// usage: inside-real-agent.js TURNTABLE DB KIT AGENT
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const [turntable, db, kit, name] = process.argv.slice(2);
/** A person takes so long to answer, in ms. */
const THINKS_MS = 300;
/** Agents export every half second; this is for slow machines, in ms. */
const LIMIT_MS = 60_000;

const { agentEnv, agentHome, callText, findAgent } = await import(pathToFileURL(join(kit, 'common.mjs')).href);
const agent = await findAgent(name);
const home = agentHome(name);
mkdirSync(home, { recursive: true });
agent.setup?.(home);
// the kit turns telemetry off: that would be respected
const env = agentEnv(agent, home);
delete env.GEMINI_TELEMETRY_ENABLED;
const tap = spawn(process.execPath, [turntable, 'record', '--quiet', '--inside', '--db', db, '--', ...agent.cmd], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env,
});
tap.stdin.on('error', () => undefined);
const ended = new Promise((resolve) => tap.once('exit', resolve));
const pending = new Map();
createInterface({ input: tap.stdout }).on('line', (text) => {
  const message = JSON.parse(text);
  if (message.method === undefined) pending.get(message.id)?.(message);
  else if (message.id !== undefined) void reply(message);
});

async function reply({ id, method, params }) {
  if (method !== 'session/request_permission') {
    say({ id, error: { code: -32_601, message: 'Method not found' } });
    return;
  }
  await sleep(THINKS_MS);
  const { optionId } = params.options.find(({ kind }) => kind === 'allow_once') ?? params.options[0];
  say({ id, result: { outcome: { outcome: 'selected', optionId } } });
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

function inside() {
  const { stdout } = spawnSync(process.execPath, [turntable, 'stats', '--json', '--db', db], { encoding: 'utf8' });
  return stdout === '' ? undefined : JSON.parse(stdout)[0]?.inside;
}

const cwd = process.cwd();
const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
await ask(0, 'initialize', { protocolVersion: 1, clientCapabilities });
const { sessionId } = await ask(1, 'session/new', { cwd, mcpServers: [] });
const text = `Say hello. ${callText(agent, 'shell', cwd)}`;
await ask(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
const giveUpAt = performance.now() + LIMIT_MS;
const isTold = () => ['model', 'tool'].every((kind) => inside()?.turns[0]?.spans.some((span) => span.kind === kind));
while (!isTold() && performance.now() < giveUpAt) await sleep(500);
tap.stdin.end();
await ended;
console.log(`INSIDE ${JSON.stringify(inside())}`);
process.exit(0);
