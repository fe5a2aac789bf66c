#!/usr/bin/env node
// npm run bench -- SUITE [options]: every suite prints the figures of its part of the program beside their targets.

/** One entry a suite: what `npm run bench` alone says of it, and its module, which exports `run(args)` -> exit code. */
const suites = {
  tap: { about: 'what `turntable record` costs a connection', load: () => import('./tap/suite.js') },
  check: { about: 'how fast `turntable check` is, and what memory it takes', load: () => import('./check/suite.js') },
  screen: { about: 'what the screen does with 1,000,000 frames', load: () => import('./screen/suite.js') },
  start: { about: 'how long commands take on 60 frames, beside Node alone', load: () => import('./start/suite.js') },
  live: { about: 'how soon what passes the tap can be read', load: () => import('./live/suite.js') },
  replay: { about: 'how fast `turntable replay` is', load: () => import('./replay/suite.js') },
};

async function main([name, ...args]) {
  const suite = Object.hasOwn(suites, name ?? '') ? suites[name] : undefined;
  if (suite !== undefined) return (await suite.load()).run(args);
  const list = Object.entries(suites).map(([key, { about }]) => `  ${key.padEnd(10)} ${about}`);
  console.log(['usage: npm run bench -- SUITE [options]   (SUITE --help lists the options)', ...list].join('\n'));
  return name === undefined || name === '--help' ? 0 : 2;
}

process.exitCode = await main(process.argv.slice(2));
