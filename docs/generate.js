// Writes what is made from the program (after `npm run build`): the JSON Schemas of what commands print with --json and of
// turntable.config.json into docs/json, docs/rules.md and docs/keys.md, the manual page docs/turntable.1, and the pictures of the screen in docs/pictures.
// usage: node docs/generate.js [--check]     --check: writes nothing, exits 1 where a file is not what it should be
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import {
  cellsSvg,
  DARK,
  DatabaseArchive,
  JSON_OUTPUTS,
  keepConversation,
  keysDocument,
  LIGHT,
  manual,
  openDatabase,
  RULES,
  rulesDocument,
  ScreenWalk,
} from '../build/parts.js';

const check = process.argv.includes('--check');

for (const [name, schema] of Object.entries(JSON_OUTPUTS)) {
  put(`json/${name}.schema.json`, `${JSON.stringify({ title: name, ...z.toJSONSchema(schema) }, undefined, 2)}\n`);
}
const examples = RULES.map(({ id }) => [id, textOf(new URL(`../fixtures/rules/${id}.acp`, import.meta.url))]);
put('rules.md', rulesDocument(RULES, new Map(examples.filter(([, text]) => text !== undefined))));
put('keys.md', keysDocument());
put('turntable.1', await manual());
const transcript = transcriptCells();
const title =
  'The Turntable screen: the transcript of a turn, with the tool call in it that broke a rule of the protocol';
put('pictures/transcript-dark.svg', cellsSvg(transcript, { title, background: DARK }));
put('pictures/transcript-light.svg', cellsSvg(transcript, { title, background: LIGHT }));

/** The screen on the first turn of the demo, at the place where a rule is broken. */
function transcriptCells() {
  const folder = mkdtempSync(join(tmpdir(), 'turntable-pictures-'));
  const db = openDatabase(join(folder, 'turntable.db'), { create: true, busyMs: 1000 });
  try {
    keepConversation(db, 'demo');
    const walk = new ScreenWalk(new DatabaseArchive(db, () => undefined));
    return walk.press('enter', 'o', 'v').picture({ width: 96, height: 26 });
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
}

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
