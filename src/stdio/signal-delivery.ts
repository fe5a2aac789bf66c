import { execFileSync, type ChildProcess } from 'node:child_process';
import { statFields } from '../store/journal/process-identity.js';

/** How long an agent that a group signal may have reached is given to end by itself, in ms. */
const GROUP_GRACE_MS = 300;

/**
 * Passes a signal on to the agent. Where its sender may have reached the agent as well (a terminal, or a signal to the
 * process group that we lead), only if the agent still runs a little later.
 */
export function passOnSignal(agent: ChildProcess, signal: NodeJS.Signals): void {
  const pass = (): void => {
    if (agent.exitCode === null && agent.signalCode === null) agent.kill(signal);
  };
  if (process.stdin.isTTY || leadsProcessGroup()) setTimeout(pass, GROUP_GRACE_MS);
  else pass();
}

function leadsProcessGroup(): boolean {
  if (process.platform === 'win32') return false;
  try {
    const group = process.platform === 'linux' ? statFields('self')[2] : groupByPs();
    return Number(group) === process.pid;
  } catch {
    return false;
  }
}

/** Node has no getpgid. */
function groupByPs(): string {
  return execFileSync('ps', ['-o', 'pgid=', '-p', String(process.pid)], { encoding: 'utf8' }).trim();
}
