import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Our own program, to be started by this Node. */
export const TURNTABLE = packageFile('bin/turntable.js');

/** A file of the package. As this file lies in src/ and what is built in dist/, the package is one folder up from both. */
export function packageFile(path: string): string {
  return join(import.meta.dirname, '..', path);
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
}
