import { dirname, resolve } from 'node:path';

/** A first line that names the program that runs the rest. */
export interface Shebang {
  /** Its path, as written. */
  readonly interpreter: string;
  /** What `env` looks for on the PATH; undefined if the interpreter is another program. */
  readonly looksFor: string | undefined;
}

/** The shebang of a script; undefined if the text does not begin with one. */
export function shebangOf(text: string): Shebang | undefined {
  const [, interpreter, rest = ''] = /^#![ \t]*(\S+)[ \t]*([^\n\r]*)/.exec(text) ?? [];
  if (interpreter === undefined) return undefined;
  if (!/(?:^|\/)env$/.test(interpreter)) return { interpreter, looksFor: undefined };
  const words = rest.split(/[ \t]+/).filter((word) => word !== '' && !word.startsWith('-') && !word.includes('='));
  return { interpreter, looksFor: words[0] };
}

/** A shim: a program that starts another one. */
export interface Shim {
  /** The tool that it belongs to. */
  readonly shim: string;
  /** The program that it starts, if its text says so. */
  readonly starts?: string;
}

/** Version managers whose shims are scripts that call them. */
const MANAGER = /\b(asdf|mise|rtx|nodenv|pyenv|rbenv|fnm)\b["']?\s+(?:exec|x)\b/;
/** Version managers whose shims are links to one program. */
const LINKED: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)volta-shim$/, 'volta'],
  [/(?:^|\/)mise$/, 'mise'],
  [/(?:^|\/)fnm$/, 'fnm'],
  [/(?:^|\/)proto-shim$/, 'proto'],
  [/\/corepack\//, 'corepack'],
];
/** The script that npm, pnpm and yarn put in place of a link. */
const PACKAGE_SHIM = /"\$basedir\/([^"$]+)"\s+(?:"\$@"|\$args)/;

/**
 * Whether a program is a shim for another one.
 *
 * @param file its path, links followed
 * @param text how it begins
 */
export function shimOf(file: string, text: string): Shim | undefined {
  const [, linked] = LINKED.find(([pattern]) => pattern.test(file)) ?? [];
  if (linked !== undefined) return { shim: linked };
  if (!text.startsWith('#!')) return undefined;
  const [, target] = PACKAGE_SHIM.exec(text) ?? [];
  if (target !== undefined) return { shim: 'a package manager', starts: resolve(dirname(file), target) };
  const [, manager] = MANAGER.exec(text) ?? [];
  return manager === undefined ? undefined : { shim: manager };
}

/** Programs that run another one, and whether their first plain argument names it. */
const LAUNCHERS: ReadonlyMap<string, boolean> = new Map([
  ['npx', true],
  ['bunx', true],
  ['uvx', true],
  ['pipx', false],
  ['uv', false],
  ['npm', false],
  ['pnpm', false],
  ['yarn', false],
  ['docker', false],
  ['podman', false],
  ['ssh', false],
  ['wsl', false],
  ['flatpak', false],
  ['env', false],
  ['sh', false],
  ['bash', false],
  ['zsh', false],
  ['cmd', false],
  ['powershell', false],
  ['pwsh', false],
]);

/** Whether a command runs another program. @param name without its folder and ending */
export function launcherOf(name: string, args: readonly string[]): Shim | undefined {
  const namesIt = LAUNCHERS.get(name);
  if (namesIt === undefined) return undefined;
  const starts = namesIt ? args.find((word) => !word.startsWith('-')) : undefined;
  return { shim: name, ...(starts !== undefined && { starts }) };
}

/** Interpreters that get their script as an argument. */
export const INTERPRETER = /^(?:node|nodejs|bun|deno|python[\d.]*|pypy[\d.]*|ruby[\d.]*)$/;
/** Options whose value is the next word, and options that exclude a script. */
const TAKES_A_WORD = /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|-W|-X)$/;
const NO_SCRIPT = /^(?:-e|--eval|-p|--print|-pe|-c|-m|-|-i|--interactive)$/;

/** The script among the arguments of an interpreter, as written. */
export function scriptIn(args: readonly string[]): string | undefined {
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? '';
    if (NO_SCRIPT.test(word)) return undefined;
    if (TAKES_A_WORD.test(word)) i += 1;
    else if (word !== 'run' && !word.startsWith('-')) return word;
  }
  return undefined;
}
