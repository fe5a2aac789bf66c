import { lookAtLaunch } from '../../stdio/launch/look-at-launch.js';
import type { FindingJson } from '../../report/json-output.js';
import { launchText } from '../../report/launch/launch-text.js';
import type { Launch } from '../../wire/launch.js';

/** Folders that a shell's profile adds to the PATH; programs started from a desktop often do not have them. */
const OF_SHELLS =
  /\/(?:\.nvm|\.volta|\.asdf|\.fnm|fnm_multishells|mise|\.nodenv|\.pyenv|\.local\/bin|\.bun|\.cargo\/bin|\.npm-global)\//;

/** Which program an agent's command would start in this folder and environment, and possible problems with that. */
export function launchFindings(words: readonly string[], env: NodeJS.ProcessEnv): FindingJson[] {
  const [command, ...args] = words;
  if (command === undefined) return [];
  const cwd = workingFolder();
  const launch = lookAtLaunch({ argv: [command, ...args], cwd: cwd ?? '/', env });
  return [...(cwd === undefined ? [missingFolder()] : []), programFinding(command, launch)];
}

function missingFolder(): FindingJson {
  return {
    what: 'working folder',
    state: 'problem',
    detail: 'the current folder does not exist any more',
    fix: 'Change to a folder that exists, and start again.',
  };
}

function programFinding(command: string, launch: Launch): FindingJson {
  const what = 'program';
  const { program, shim, problem, path = '' } = launch;
  if (program === undefined) {
    const detail = command.includes('/')
      ? `${command} does not exist or cannot be executed`
      : `${command} is not found on the PATH: ${path}`;
    return { what, state: 'problem', detail, fix: 'Give its absolute path, or install it.' };
  }
  const detail = launchText(launch);
  if (problem !== undefined)
    return { what, state: 'problem', detail, fix: 'Correct the command, or install what is missing.' };
  if (shim !== undefined) {
    const fix = 'What it starts can depend on the folder and the environment. To be sure, name the program itself.';
    return { what, state: 'note', detail, fix };
  }
  if (!command.includes('/') && [program, launch.interpreter ?? ''].some((path) => OF_SHELLS.test(path))) {
    const fix =
      'A client that is not started from a shell may not find it. Give the absolute path in its configuration.';
    return { what, state: 'note', detail, fix };
  }
  return { what, state: 'ok', detail };
}

function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
