#!/usr/bin/env node
'use strict';

// Looks at the first argument before anything is loaded. CommonJS (package.json beside this file says so), and the record path is
// one CommonJS module: Node starts that some 5 ms sooner than the same as ES modules, and a client waits for it each time.
const [, , command, ...words] = process.argv;

if (command === 'record' && words[0] !== '--help' && words[0] !== '-h') {
  const { record } = require('../dist/record/index.cjs');
  record(words);
} else {
  run().then((exitCode) => {
    process.exitCode = exitCode;
  });
}

async function run() {
  if (command === 'ingest') {
    const { ingest } = await import('../dist/cli/ingest.js');
    return ingest(words);
  }
  const { main } = await import('../dist/cli/main.js');
  return main(process.argv.slice(2));
}
