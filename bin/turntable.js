#!/usr/bin/env node
'use strict';

// Looks at the first argument before anything is loaded. CommonJS (package.json beside this file says so), and what a client starts in
// its agent's place, record and replay, is one CommonJS module each: Node starts that some 5 ms sooner than the same as ES modules, and
// a client waits for it each time. So is the screen, of some 250 ES modules: a person waits for it.
const line = process.argv.slice(2);
// no command: the screen
const [command, ...words] = isAboutScreen(line) ? ['browse', ...line] : line;

if (command === 'record' && !isHelp(words[0])) {
  const { record } = require('../dist/record/index.cjs');
  record(words);
} else {
  run().then((exitCode) => {
    process.exitCode = exitCode;
  });
}

async function run() {
  if (command === 'replay' && !ownWords().some(isHelp)) {
    const { replayCommand } = require('../dist/replay-command/index.cjs');
    return replayCommand(words);
  }
  if (command === 'browse' && !ownWords().some(isHelp)) {
    const { browseCommand } = require('../dist/browse-command/index.cjs');
    return browseCommand(words);
  }
  if (command === 'ingest') {
    const { ingest } = await import('../dist/cli/recording/ingest.js');
    return ingest(words);
  }
  if (command === 'analyse') {
    const { analyse } = await import('../dist/cli/checking/analyse.js');
    return analyse(words);
  }
  const { main } = await import('../dist/cli/program/main.js');
  return main([command, ...words]);
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
