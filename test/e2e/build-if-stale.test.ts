import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';
import { run } from '../support/processes/program.js';

const PROGRAM = fileURLToPath(new URL('../../bundling/build-if-stale.js', import.meta.url));
const FILES = [
  'src/room/a.ts',
  'src/room/b.ts',
  'fixtures/rules/a.acp',
  'test/support/turntable/parts.ts',
  'package-lock.json',
  'tsconfig.json',
  'bundling/late-requires.ts',
  'rolldown.config.ts',
];
const OUTPUTS = ['dist/main.js', 'build/parts.js'];

/** A package whose build only leaves a file `built`. */
class SmallPackage {
  readonly #folder = temporaryFolder();

  constructor() {
    for (const file of FILES) this.write(file);
    const scripts = { build: `node -e "require('fs').writeFileSync('built', '')"` };
    this.write('package.json', JSON.stringify({ scripts }));
  }

  write(file: string, text = ''): void {
    mkdirSync(dirname(this.#path(file)), { recursive: true });
    writeFileSync(this.#path(file), text);
  }

  remove(file: string): void {
    rmSync(this.#path(file));
  }

  /** Makes a dist of half a minute ago; all sources are older. */
  finishBuild(): void {
    for (const output of OUTPUTS) this.write(output);
    for (const path of OUTPUTS) this.#age(path, 30);
    for (const path of [...FILES, 'src', 'src/room', 'bundling', 'fixtures/rules', 'package.json']) this.#age(path, 60);
  }

  /** Whether the program builds this package. */
  async isBuilt(): Promise<boolean> {
    const { code } = await run([process.execPath, PROGRAM], { cwd: this.#folder, stdin: 'ignore' });
    expect(code).toBe(0);
    return existsSync(this.#path('built'));
  }

  #age(path: string, seconds: number): void {
    const then = Date.now() / 1000 - seconds;
    utimesSync(this.#path(path), then, then);
  }

  #path(file: string): string {
    return join(this.#folder, file);
  }
}

test('builds where dist is missing', async () => {
  expect(await new SmallPackage().isBuilt()).toBe(true);
});

test('does not build where dist is newer than its sources', async () => {
  const small = new SmallPackage();
  small.finishBuild();
  expect(await small.isBuilt()).toBe(false);
});

test.each([
  [
    'a source is newer',
    (small: SmallPackage) => {
      small.write('src/room/b.ts');
    },
  ],
  [
    'a source was removed',
    (small: SmallPackage) => {
      small.remove('src/room/b.ts');
    },
  ],
  [
    'the configuration is newer',
    (small: SmallPackage) => {
      small.write('tsconfig.json');
    },
  ],
  [
    'the last build broke off',
    (small: SmallPackage) => {
      small.remove('build/parts.js');
    },
  ],
])('builds where %s', async (_, change) => {
  const small = new SmallPackage();
  small.finishBuild();
  change(small);
  expect(await small.isBuilt()).toBe(true);
});
