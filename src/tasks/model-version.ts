import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STATE_FORMAT } from '../store/query/checkpoint-state.js';

/** What turns and violations are made by: these folders of the program, and the SDK's schemas. */
const FOLDERS = ['wire', 'acp', 'model', 'check', 'report/statistics', 'report/check'];
const SCHEMAS = ['v1/schema.json', 'v1/schema.unstable.json', 'v2/schema.json', 'v2/schema.unstable.json'];

let known: string | undefined;

/**
 * Names the model and its rules: another one where any of their code or the protocol's schemas are others. So what was
 * derived is derived again by itself after every change, and no number has to be raised by hand.
 */
export function modelVersion(): string {
  return (known ??= digest());
}

function digest(): string {
  const hash = createHash('sha256').update(`state ${STATE_FORMAT}`);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = FOLDERS.flatMap((folder) => codeIn(root, folder)).sort();
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  const require = createRequire(import.meta.url);
  for (const name of SCHEMAS) {
    // a file of a package does not change in its place: its size and time tell one version from another
    const { size, mtimeMs } = statSync(require.resolve(`@agentclientprotocol/sdk/schema/${name}`));
    hash.update(`${name} ${size} ${mtimeMs}`);
  }
  return hash.digest('hex').slice(0, 32);
}

/** Folder by folder: what Node does with `recursive` takes several times as long, and a screen waits for this. */
function codeIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return codeIn(root, path);
    return /(?<!\.d)\.[jt]s$/.test(path) ? [path] : [];
  });
}
