import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What turns and violations are made by, below src/. */
export const DERIVING_FOLDERS = ['pattern', 'wire', 'acp', 'model', 'check', 'report/statistics', 'report/check'];

/**
 * Names the code that turns and violations are derived by: another name after every change of it. The bundler and vitest
 * write it into `src/tasks/model-version.ts` as MODEL_DIGEST.
 *
 * @param src the folder of the sources
 */
export function modelDigest(src: string): string {
  const hash = createHash('sha256');
  for (const folder of DERIVING_FOLDERS) {
    const names = readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    for (const name of names.sort()) {
      const code = readFileSync(join(src, folder, name));
      hash.update(`${folder}/${name.replaceAll('\\', '/')} ${code.length}\n`).update(code);
    }
  }
  return hash.digest('hex');
}
