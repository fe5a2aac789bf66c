#!/usr/bin/env node
'use strict';

const { lstatSync, mkdirSync, statSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { isAbsolute, join } = require('node:path');

// Looks at the first argument before anything is loaded. All of it is CommonJS (package.json beside this file says so): Node starts
// that sooner than ES modules. What a client starts in its agent's place, and waits for each time, is one module each, and this is
// one file because each that is loaded takes half a millisecond.
if (require.main === module) start(process.argv.slice(2));

function start(line) {
  keepCompiledCode();
  // no command: the screen
  const [command, ...words] = isAboutScreen(line) ? ['browse', ...line] : line;
  if (command === 'record' && !isHelp(words[0])) {
    require('../dist/record.js').record(words);
    return;
  }
  run(command, words).then((exitCode) => {
    process.exitCode = exitCode;
  });
}

async function run(command, words) {
  const isRun = !ownWords(words).some(isHelp);
  if (command === 'replay' && isRun) return require('../dist/replay.js').replayCommand(words);
  if (command === 'browse' && isRun) return require('../dist/browse.js').browseCommand(words);
  if (command === 'ingest') return require('../dist/ingest.js').ingest(words);
  if (command === 'receive') return require('../dist/inside.js').receive();
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
function ownWords(words) {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}

/**
 * Keeps what Node compiled for the next start, in the user's cache folder, where Node can do that (22.1 and later): a start then takes
 * a fifth less. Compiled code is run as it is found, so it is neither kept nor taken where somebody else could have written it.
 * NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
function keepCompiledCode() {
  if (enableCompileCache === undefined || process.env.NODE_COMPILE_CACHE !== undefined) return;
  try {
    const folder = privateFolder(process.env);
    if (folder !== undefined) enableCompileCache(folder);
  } catch {
    // then this start takes as long as the first
  }
}

/** @returns undefined where there is no folder that is ours alone */
exports.privateFolder = privateFolder;
function privateFolder({ TURNTABLE_OFF, XDG_CACHE_HOME, LOCALAPPDATA, HOME = '' }) {
  // then no file is made
  if (TURNTABLE_OFF === '1') return undefined;
  const isWindows = process.platform === 'win32';
  const home = (isWindows ? LOCALAPPDATA : XDG_CACHE_HOME) || HOME;
  // with sudo, HOME may be another's
  if (!isAbsolute(home) || !isOurs(statSync(home))) return undefined;
  const folder = join(home, home === HOME ? '.cache' : '', 'turntable', 'compiled');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = lstatSync(folder);
  return made.isDirectory() && isOurs(made) && (isWindows || (made.mode & 0o077) === 0) ? folder : undefined;
}

/** Windows tells no owner; there the folder lies in the user's profile. */
function isOurs({ uid }) {
  return process.platform === 'win32' || uid === process.getuid();
}
