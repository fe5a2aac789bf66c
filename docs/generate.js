// Writes what is made from the program (after `npm run build`): the JSON Schemas of what commands print with --json and of
// turntable.config.json into docs/json, and docs/rules.md and docs/keys.md.
// usage: node docs/generate.js [--check]     --check: writes nothing, exits 1 where a file is not what it should be
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { RULES, JSON_OUTPUTS, rulesDocument, keysDocument } from '../build/parts.js';

const check = process.argv.includes('--check');

for (const [name, schema] of Object.entries(JSON_OUTPUTS)) {
  put(`json/${name}.schema.json`, `${JSON.stringify({ title: name, ...z.toJSONSchema(schema) }, undefined, 2)}\n`);
}
const examples = RULES.map(({ id }) => [id, textOf(new URL(`../fixtures/rules/${id}.acp`, import.meta.url))]);
put('rules.md', rulesDocument(RULES, new Map(examples.filter(([, text]) => text !== undefined))));
put('keys.md', keysDocument());

function put(name, text) {
  const file = new URL(name, import.meta.url);
  if (!check) writeFileSync(file, text);
  else if (textOf(file) !== text) {
    console.error(`docs/${name} is stale: npm run generate`);
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
