import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { STATE_FORMAT } from '../store/query/checkpoint-state.js';

/**
 * The digest of the code that derives turns and violations. `bundling/model-digest.ts` computes it when the program is built or tested.
 */
declare const MODEL_DIGEST: string;

const SCHEMAS = ['v1/schema.json', 'v1/schema.unstable.json', 'v2/schema.json', 'v2/schema.unstable.json'];

let known: string | undefined;

/**
 * The version of the model and its rules. It changes with any change of their code or of the protocol's schemas. So data is derived again
 * after every change, and no number has to be raised by hand.
 */
export function modelVersion(): string {
  return (known ??= digest());
}

function digest(): string {
  const hash = createHash('sha256').update(`state ${STATE_FORMAT} ${MODEL_DIGEST}`);
  const require = createRequire(import.meta.url);
  for (const name of SCHEMAS) {
    // files of a package are not edited in place, so size and time are enough to tell versions apart
    const { size, mtimeMs } = statSync(require.resolve(`@agentclientprotocol/sdk/schema/${name}`));
    hash.update(`${name} ${size} ${mtimeMs}`);
  }
  return hash.digest('hex').slice(0, 32);
}
