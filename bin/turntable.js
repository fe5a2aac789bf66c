#!/usr/bin/env node
// Looks at the first argument before anything is imported: the record path loads only what it needs.
const [, , command, ...words] = process.argv;

if (command === 'record' && words[0] !== '--help' && words[0] !== '-h') {
  const { catchSignals } = await import('../dist/stdio/signals.js');
  catchSignals();
  const { record } = await import('../dist/cli/record.js');
  await record(words);
} else if (command === 'ingest') {
  const { ingest } = await import('../dist/cli/ingest.js');
  process.exitCode = await ingest(words);
} else {
  const { main } = await import('../dist/cli/main.js');
  process.exitCode = await main(process.argv.slice(2));
}
