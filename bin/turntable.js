#!/usr/bin/env node
'use strict';

// Looks at the first argument before anything is loaded. All of it is CommonJS (package.json beside this file says so): Node starts
// that sooner than ES modules. What a client starts in its agent's place, and waits for each time, is one module each.
require('./compiled-code.js').keepCompiledCode();

const line = process.argv.slice(2);
// no command: the screen
const [command, ...words] = isAboutScreen(line) ? ['browse', ...line] : line;

if (command === 'record' && !isHelp(words[0])) {
  require('../dist/record.js').record(words);
} else {
  run().then((exitCode) => {
    process.exitCode = exitCode;
  });
}

async function run() {
  if (command === 'replay' && !ownWords().some(isHelp)) return require('../dist/replay.js').replayCommand(words);
  if (command === 'browse' && !ownWords().some(isHelp)) return require('../dist/browse.js').browseCommand(words);
  if (command === 'ingest') return require('../dist/ingest.js').ingest(words);
  if (command === 'analyse') return require('../dist/analyse.js').analyse(words);
  return require('../dist/main.js').main([command, ...words]);
}

function isAboutScreen([first = '--']) {
  return first.startsWith('-') && !isHelp(first) && first !== '-V' && first !== '--version';
}

function isHelp(word) {
  return word === '--help' || word === '-h';
}

/** What stands behind -- is said to another program. */
function ownWords() {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}
