import type { JsonObject } from '../../wire/json-text.js';

/** One schema of JSON Schema 2020-12, as the SDK ships them. */
export type SchemaJson = boolean | JsonObject;

/** A schema file: what matters of it is its definitions. */
export interface SchemaDocument {
  readonly $defs: Readonly<Record<string, SchemaJson>>;
}

/** The four schema files of the npm package `@agentclientprotocol/sdk`. */
export interface SdkSchemas {
  readonly v1: { readonly stable: SchemaDocument; readonly unstable: SchemaDocument };
  readonly v2: { readonly stable: SchemaDocument; readonly unstable: SchemaDocument };
}
