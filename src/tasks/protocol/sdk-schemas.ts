import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SchemaDocument, SdkSchemas } from '../../acp/schema/sdk-schema.js';
import { reasonOf, TurntableError } from '../../errors.js';

const PACKAGE = '@agentclientprotocol/sdk';

const documents = new Map<string, SchemaDocument>();

const SCHEMAS: SdkSchemas = {
  v1: schemasIn('v1'),
  v2: schemasIn('v2'),
};

/**
 * The JSON Schemas of the protocol, from the SDK's package. Each file is read once, when it is first needed; this throws the TurntableError
 * `SDK_UNAVAILABLE` if the package is missing or different.
 */
export function loadSdkSchemas(): SdkSchemas {
  return SCHEMAS;
}

function schemasIn(folder: string): SdkSchemas['v1'] {
  return {
    get stable() {
      return document(`${folder}/schema.json`);
    },
    get unstable() {
      return document(`${folder}/schema.unstable.json`);
    },
  };
}

function document(name: string): SchemaDocument {
  const known = documents.get(name) ?? read(name);
  documents.set(name, known);
  return known;
}

function read(name: string): SchemaDocument {
  try {
    const path = createRequire(import.meta.url).resolve(`${PACKAGE}/schema/${name}`);
    // parsed here instead of by require(), which would keep four more modules in memory
    const document = JSON.parse(readFileSync(path, 'utf8')) as Partial<SchemaDocument>;
    if (document.$defs === undefined) throw new Error('It has no $defs.');
    return { $defs: document.$defs };
  } catch (cause) {
    throw new TurntableError('SDK_UNAVAILABLE', `the schema ${name} of ${PACKAGE} cannot be read: ${reasonOf(cause)}`, {
      hint: 'Reinstall Turntable.',
      cause,
    });
  }
}
