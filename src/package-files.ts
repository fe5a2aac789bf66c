import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Our own program, to be run by this Node. */
export const TURNTABLE = packageFile('bin/turntable.js');

/** The path of a file in the package. This file is in src/, and after the build in dist/: the package is one folder up from both. */
export function packageFile(path: string): string {
  return join(import.meta.dirname, '..', path);
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;
}
