import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ErrorCode } from '../errors.js';

export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Lets the agent inherit our stderr (perhaps a terminal); it is then not recorded. */
  readonly inheritStderr: boolean;
  /** Set beside our own environment; nothing of it is set there. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Starts the agent as the client would have: same arguments, folder and environment, no shell. */
export function startAgent({ command, args, inheritStderr, variables }: AgentCommand): ChildProcess {
  return spawn(command, [...args], {
    stdio: ['pipe', 'pipe', inheritStderr ? 'inherit' : 'pipe'],
    ...(variables !== undefined && { env: { ...process.env, ...variables } }),
    windowsHide: true,
  });
}

export interface StartFailure {
  readonly code: ErrorCode;
  readonly text: string;
  /** The exit code of a shell: 127 not found, 126 found but not executable. */
  readonly exitCode: 126 | 127;
}

/** Says why the agent could not be started. */
export function startFailure(command: string, error: NodeJS.ErrnoException): StartFailure {
  const code = 'AGENT_NOT_STARTED';
  const name = JSON.stringify(command);
  if (error.code === 'ENOENT') {
    if (!workingFolderExists()) {
      return { code, exitCode: 126, text: `cannot start ${name}: the working folder no longer exists` };
    }
    const what = command.includes('/') ? 'no such file, or its interpreter is missing' : 'not found on the PATH';
    return { code, exitCode: 127, text: `cannot start ${name}: ${what}` };
  }
  const why = error.code === 'EACCES' ? 'not executable, or a folder' : error.message;
  return { code, exitCode: 126, text: `cannot start ${name}: ${why}` };
}

function workingFolderExists(): boolean {
  try {
    return existsSync(process.cwd());
  } catch {
    return false;
  }
}
