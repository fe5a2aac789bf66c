import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { STATE_FORMAT } from '../store/query/checkpoint-state.js';

/** Of the code that turns and violations are made by: `bundling/model-digest.ts` makes it when the program is built or tested. */
declare const MODEL_DIGEST: string;

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
  const hash = createHash('sha256').update(`state ${STATE_FORMAT} ${MODEL_DIGEST}`);
  const require = createRequire(import.meta.url);
  for (const name of SCHEMAS) {
    // a file of a package does not change in its place: its size and time tell one version from another
    const { size, mtimeMs } = statSync(require.resolve(`@agentclientprotocol/sdk/schema/${name}`));
    hash.update(`${name} ${size} ${mtimeMs}`);
  }
  return hash.digest('hex').slice(0, 32);
}
