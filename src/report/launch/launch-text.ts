import type { Launch } from '../../wire/launch.js';

/** What was started, in a line: `/usr/bin/gemini (a link to /opt/gemini/index.js), run by /usr/bin/node (Node 22.14.0)`. */
export function launchText(launch: Launch): string {
  const { program = 'a program that is not on the PATH', file, running, problem } = launch;
  const link = file === undefined ? '' : ` (a link to ${file})`;
  const now = running === undefined ? '' : `; the process runs ${withVersion(running, launch)}`;
  return `${program}${link}${roleText(launch)}${now}${problem === undefined ? '' : `; ${problem}`}`;
}

/** What the program does: runs a script, is one, or starts another program. */
function roleText(launch: Launch): string {
  const { program, script, interpreter, version, shim, starts, running } = launch;
  if (shim !== undefined) return `, which starts ${starts ?? 'another program'} (${shim})`;
  if (interpreter === undefined) return '';
  if (interpreter !== program) {
    return `, run by ${running === undefined ? withVersion(interpreter, launch) : interpreter}`;
  }
  const what = version === undefined || running !== undefined ? '' : ` (${version})`;
  return script === undefined ? what : `${what} with ${script}`;
}

function withVersion(program: string, { version }: Launch): string {
  return version === undefined ? program : `${program} (${version})`;
}
