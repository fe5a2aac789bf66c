import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

// Of what a client starts in its agent's place one CommonJS module each is made: every ES module that is loaded costs 0.2 ms and more
// before the first byte, and fifteen of them made the start a tenth slower than that of a plain copy. What they load later (`import()`)
// stands beside them. All else is loaded as tsc wrote it.
const bundle = (command, folder) => ({
  input: `dist/cli/${command}.js`,
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  external: Object.keys({ ...dependencies, ...optionalDependencies }),
  output: {
    dir: `dist/${folder}`,
    format: 'cjs',
    entryFileNames: 'index.cjs',
    chunkFileNames: '[name].cjs',
    sourcemap: true,
  },
});

export default defineConfig([
  bundle('recording/record', 'record'),
  bundle('replaying/replay-command', 'replay-command'),
  bundle('browsing/browse-command', 'browse-command'),
]);
