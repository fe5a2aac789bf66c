// Writes the JSON Schemas of what commands print with --json, from dist/view/json-output.js.
// usage: node docs/json/generate.js [--check]     --check: writes nothing, exits 1 where a file is not what it should be
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { JSON_OUTPUTS } from '../../dist/view/json-output.js';

const check = process.argv.includes('--check');

for (const [name, schema] of Object.entries(JSON_OUTPUTS)) {
  const file = new URL(`${name}.schema.json`, import.meta.url);
  const text = `${JSON.stringify({ title: name, ...z.toJSONSchema(schema) }, undefined, 2)}\n`;
  if (!check) writeFileSync(file, text);
  else if (textOf(file) !== text) {
    console.error(`docs/json/${name}.schema.json is stale: npm run generate`);
    process.exitCode = 1;
  }
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
