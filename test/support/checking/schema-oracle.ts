import { Ajv2020 } from 'ajv/dist/2020.js';
import type { SchemaDocument } from '../../../src/acp/schema/sdk-schema.js';
import type { JsonValue } from '../../../src/wire/json-text.js';

const FORMATS = ['int32', 'int64', 'uint16', 'uint32', 'uint64', 'double', 'uri', 'date-time', 'regex'];

/** Whether a validator that is not ours accepts a value as what a definition says. */
export type Oracle = (definition: string, value: JsonValue) => boolean;

/** ajv over all definitions of a schema file; formats, which the schemas only annotate with, say nothing to it. */
export function ajvOracle(document: SchemaDocument): Oracle {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: true,
    formats: Object.fromEntries(FORMATS.map((format) => [format, true] as const)),
  });
  ajv.addSchema({ $id: 'sdk', $defs: document.$defs });
  return (definition, value) => {
    const validate = ajv.getSchema(`sdk#/$defs/${definition}`);
    if (validate === undefined) throw new Error(`ajv knows no ${definition}`);
    return validate(value) === true;
  };
}

/** The definitions of params and results: those that name their method. */
export function methodDefinitions(document: SchemaDocument): string[] {
  return Object.entries(document.$defs).flatMap(([name, schema]) =>
    typeof schema === 'object' && 'x-method' in schema ? [name] : [],
  );
}
