import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beginningOf } from './beginning-of.js';

/** The version of an interpreter, from the files beside it; no program is run. @param file its path, links followed */
export function runtimeVersion(file: string): string | undefined {
  const name = basename(file);
  if (/^(?:node|nodejs)(?:\.exe)?$/.test(name)) return versionText('Node', nodeVersion(file));
  if (/^(?:python|pypy)/.test(name)) return versionText('Python', pythonVersion(file));
  if (/^(?:bun|deno)(?:\.exe)?$/.test(name)) return versionText(name.startsWith('b') ? 'Bun' : 'Deno', versionIn(file));
  return undefined;
}

function versionText(name: string, version: string | undefined): string | undefined {
  return version === undefined ? undefined : `${name} ${version}`;
}

function nodeVersion(file: string): string | undefined {
  if (file === realPathOf(process.execPath)) return process.versions.node;
  return versionIn(file) ?? headerVersion(file) ?? packageVersion(file);
}

/** Version managers, archives and Homebrew put it into the path: `.../node/v22.14.0/bin/node`. */
function versionIn(file: string): string | undefined {
  return /[/\\@v-](\d{1,3}\.\d{1,3}\.\d{1,4})(?=[/\\_-])/.exec(dirname(file) + '/')?.[1];
}

/** From the C headers, which the archives of nodejs.org contain. */
function headerVersion(file: string): string | undefined {
  const text = beginningOf(join(dirname(file), '..', 'include', 'node', 'node_version.h'));
  const parts = Array.from(text.matchAll(/^#define NODE_(?:MAJOR|MINOR|PATCH)_VERSION (\d+)/gm), ([, part]) => part);
  return parts.length === 3 ? parts.join('.') : undefined;
}

/** From package.json, if it was installed as an npm package. */
function packageVersion(file: string): string | undefined {
  const text = beginningOf(join(dirname(file), '..', 'package.json'));
  if (!/"name"\s*:\s*"(?:node|node-bin[\w-]*|node-(?:linux|darwin|win)[\w-]*)"/.test(text)) return undefined;
  return /"version"\s*:\s*"(\d+\.\d+\.\d+)"/.exec(text)?.[1];
}

/** For a virtual environment, its configuration says it; otherwise the name, such as `python3.12`. */
function pythonVersion(file: string): string | undefined {
  const configuration = beginningOf(join(dirname(file), '..', 'pyvenv.cfg'));
  const said = /^version(?:_info)?\s*=\s*(\d+\.\d+(?:\.\d+)?)/m.exec(configuration)?.[1];
  return said ?? versionIn(file) ?? /^(?:python|pypy)(\d+\.\d+)/.exec(basename(file))?.[1];
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
