import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of recorded conversations: `TURNTABLE_CORPUS`, else beside the repository. */
const FOLDER = process.env['TURNTABLE_CORPUS'] ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

export const hasCorpus = existsSync(FOLDER);

/** Its captures, as paths. */
export function corpusFiles(): string[] {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(FOLDER, name));
}

export function corpusName(file: string): string {
  return relative(FOLDER, file);
}

interface CaptureLine {
  readonly dir: 'c2a' | 'a2c' | 'stderr' | 'exit';
  readonly line: string;
  readonly partial?: boolean;
}

/** What each sender of each agent process in a capture said, as the wire carried it. */
export function processesIn(file: string): Record<'client' | 'agent' | 'stderr', string>[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text) as CaptureLine);
  const processes: Record<'client' | 'agent' | 'stderr', string>[] = [];
  let current: Record<'client' | 'agent' | 'stderr', string> | undefined;
  for (const { dir, line, partial } of lines) {
    if (current === undefined) processes.push((current = { client: '', agent: '', stderr: '' }));
    if (dir === 'exit') {
      current = undefined;
      continue;
    }
    const sender = ({ c2a: 'client', a2c: 'agent', stderr: 'stderr' } as const)[dir];
    current[sender] += line + (partial === true ? '' : '\n');
  }
  return processes;
}
