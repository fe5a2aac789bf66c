// The plain Node byte copy: the least that anything written in Node costs between a client and an agent.
// usage: node copy.js command args...
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
agent.stdin.on('error', () => {});
process.stdin.pipe(agent.stdin);
agent.stdout.pipe(process.stdout);
agent.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 127;
});
agent.on('close', (code) => {
  process.exitCode ??= code ?? 1;
});
