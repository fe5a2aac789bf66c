// Kills a tap and its agent, gives the agent's pid to another process before the guard looks, and prints whether that one lives:
// {isReused, isOtherAlive}. Needs a PID namespace of its own, whose first process takes the end of orphans.
// usage: reused-pid.js TAP-COMMAND...
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [file, ...words] = process.argv.slice(2);
const tap = spawn(file, words, { stdio: ['pipe', 'pipe', 'inherit'] });
const ready = await new Promise((resolve) => tap.stdout.once('data', (line) => resolve(JSON.parse(String(line)))));
const agent = ready.params.pid;
const guard = await guardOf(tap.pid);
process.kill(guard, 'SIGSTOP');
tap.kill('SIGKILL');
process.kill(agent, 'SIGKILL');
while (existsSync(`/proc/${agent}`)) await sleep(5);
const other = startAs(agent);
process.kill(guard, 'SIGCONT');
while (isAlive(guard)) await sleep(5);
process.stdout.write(`${JSON.stringify({ isReused: other.pid === agent, isOtherAlive: isAlive(other.pid) })}\n`);
other.kill('SIGKILL');
process.exit(0);

async function guardOf(pid) {
  for (;;) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    const found = children.find((child) => child !== agent);
    if (found !== undefined) return found;
    await sleep(5);
  }
}

/** A process with this pid; threads of others may take it first. */
function startAs(pid) {
  for (let tries = 0; ; tries += 1) {
    writeFileSync('/proc/sys/kernel/ns_last_pid', String(pid - 1));
    const started = spawn('sleep', ['60'], { stdio: 'ignore' });
    if (started.pid === pid || tries > 200) return started;
    started.kill('SIGKILL');
  }
}

function isAlive(pid) {
  try {
    return !/^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1));
  } catch {
    return false;
  }
}
