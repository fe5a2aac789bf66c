// Builds dist/ if it is missing or older than its sources. usage: node bundling/build-if-stale.js, in the package's folder
import { execSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = [
  'src',
  'fixtures/rules',
  'test/support/turntable/parts.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'bundling',
  'rolldown.config.ts',
];
/** One file of each step of the build: a build that broke off leaves one of them old. */
const OUTPUTS = ['dist/main.js', 'build/parts.js'];

if (isStale()) {
  console.error('dist/ is missing or older than its sources: building it');
  try {
    execSync('npm run --silent build', { stdio: 'inherit' });
  } catch ({ status }) {
    process.exitCode = status ?? 1;
  }
}

function isStale() {
  if (!OUTPUTS.every(existsSync)) return true;
  const oldestOutput = Math.min(...OUTPUTS.map((path) => statSync(path).mtimeMs));
  return SOURCES.some((path) => newestIn(path) > oldestOutput);
}

/** When the newest file in `path` changed, in ms; a folder changes when one of its files goes. */
function newestIn(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
