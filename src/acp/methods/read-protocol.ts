import { readNames, type SchemaNames } from '../schema/schema-names.js';
import type { SchemaDocument, SdkSchemas } from '../schema/sdk-schema.js';
import type { Protocol } from './protocol.js';
import { readVersion } from './versioned-protocol.js';

/** Reads what the protocol is from its schemas. Costs little: each shape is compiled when it is first used. */
export function readProtocol(schemas: SdkSchemas): Protocol {
  const names = new Map<SchemaDocument, SchemaNames>();
  const namesOf = (document: SchemaDocument): SchemaNames => {
    const known = names.get(document) ?? readNames(document);
    names.set(document, known);
    return known;
  };
  const v1 = readVersion(1, schemas.v1, { others: [schemas.v2.stable, schemas.v2.unstable], namesOf });
  const v2 = readVersion(2, schemas.v2, { others: [schemas.v1.stable, schemas.v1.unstable], namesOf });
  return { v1, v2, of: (version) => (version === 1 ? v1 : v2) };
}
