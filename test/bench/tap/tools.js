import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allowedCpus } from './processes.js';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const NODE_AGENT = [process.execPath, file('./agent.js')];

/**
 * What the rows measure with: the command of the agent and of the two ping clients, and the words that pin a command to a
 * CPU. What could not be had is undefined, with one line in `missing` that says so.
 */
export function prepareTools(options, folder) {
  const missing = [];
  const native = options.noCompiler ? undefined : compile(join(folder, 'c'), missing);
  const pin = options.noPin ? undefined : pinWords(options.cpu, missing);
  if (native === undefined)
    missing.push('no C client: its rows are not measured, and the agent is a (slower) Node program');
  if (pin === undefined)
    missing.push('NOT PINNED: round trips are bimodal on a machine with several CPUs; do not compare them');
  return {
    agent: native === undefined ? NODE_AGENT : [native.agent],
    // its clock is the one of process.hrtime on Linux alone
    stampingAgent: native !== undefined && process.platform === 'linux' ? [native.agent] : NODE_AGENT,
    fastEcho: native === undefined ? ['cat'] : [native.agent, 'echo'],
    nodeClient: [process.execPath, file('./ping-client.js')],
    cClient: native === undefined ? undefined : [native.client],
    pin,
    missing,
  };
}

function compile(folder, missing) {
  mkdirSync(folder);
  const programs = { agent: join(folder, 'agent'), client: join(folder, 'client') };
  try {
    for (const [name, output] of Object.entries(programs)) {
      execFileSync('cc', ['-O2', '-o', output, file(`../c/${name}.c`)], { stdio: ['ignore', 'ignore', 'pipe'] });
    }
    return programs;
  } catch (error) {
    missing.push(`cc: ${firstLine(error)}`);
    return undefined;
  }
}

function pinWords(wanted, missing) {
  const last = allowedCpus()?.split(/[,-]/).at(-1);
  const cpu = wanted ?? last;
  if (cpu === undefined) return undefined;
  const words = ['taskset', '-c', String(cpu)];
  try {
    execFileSync(words[0], [...words.slice(1), 'true'], { stdio: ['ignore', 'ignore', 'pipe'] });
    return words;
  } catch (error) {
    missing.push(`taskset: ${firstLine(error)}`);
    return undefined;
  }
}

function firstLine(error) {
  return (
    String(error.stderr ?? '')
      .trim()
      .split('\n')[0] || error.message
  );
}
