import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SchemaDocument, SdkSchemas } from './acp/sdk-schema.js';
import { reasonOf, TurntableError } from './errors.js';

const PACKAGE = '@agentclientprotocol/sdk';

let loaded: SdkSchemas | undefined;

/**
 * The JSON Schemas of the protocol, out of the SDK's package: read once, when they are first needed.
 *
 * @throws TurntableError `SDK_UNAVAILABLE` where the package is not there, or is not what it was.
 */
export function loadSdkSchemas(): SdkSchemas {
  return (loaded ??= {
    v1: { stable: read('v1/schema.json'), unstable: read('v1/schema.unstable.json') },
    v2: { stable: read('v2/schema.json'), unstable: read('v2/schema.unstable.json') },
  });
}

function read(name: string): SchemaDocument {
  try {
    const path = createRequire(import.meta.url).resolve(`${PACKAGE}/schema/${name}`);
    // parsed here and not by require(), which would keep four more modules for good
    const document = JSON.parse(readFileSync(path, 'utf8')) as Partial<SchemaDocument>;
    if (document.$defs === undefined) throw new Error('It has no $defs.');
    return { $defs: document.$defs };
  } catch (cause) {
    throw new TurntableError('SDK_UNAVAILABLE', `The schema ${name} of ${PACKAGE} cannot be read: ${reasonOf(cause)}`, {
      hint: 'Install Turntable anew: npm install -g acp-turntable',
      cause,
    });
  }
}
