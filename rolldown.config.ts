import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import { modelDigest } from './model-digest.js';

interface Package {
  readonly dependencies: object;
  readonly optionalDependencies: object;
}

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;

const common = {
  platform: 'node',
  external: Object.keys({ ...dependencies, ...optionalDependencies }),
  transform: { target: 'node20.10', define: { MODEL_DIGEST: JSON.stringify(modelDigest('src')) } },
} as const;

/** What lies beside the program: it is CommonJS, and it shows the examples of rules. */
const besideProgram: Plugin = {
  name: 'beside-the-program',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
    this.emitFile({ type: 'asset', fileName: 'rule-examples.json', source: JSON.stringify(ruleExamples()) });
  },
};

/** The examples that break a rule and are named like it, by its id. */
function ruleExamples(): Record<string, string> {
  const folder = 'fixtures/rules';
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const examples = names.flatMap((name) => /^([^.]+)\.acp$/.exec(name)?.[1] ?? []);
  return Object.fromEntries(
    examples.map((id) => [id.replaceAll('\\', '/'), readFileSync(join(folder, `${id}.acp`), 'utf8')]),
  );
}

export default defineConfig([
  // The program and the library. What a client starts in its agent's place and waits for, record and replay, is one module each.
  {
    ...common,
    input: {
      index: 'src/index.ts',
      main: 'src/cli/program/main.ts',
      record: 'src/cli/recording/record.ts',
      replay: 'src/cli/replaying/replay-command.ts',
      browse: 'src/cli/browsing/browse-command.ts',
      ingest: 'src/cli/recording/ingest.ts',
      analyse: 'src/cli/checking/analyse.ts',
    },
    preserveEntrySignatures: 'allow-extension',
    plugins: [besideProgram],
    output: {
      dir: 'dist',
      cleanDir: true,
      format: 'cjs',
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      codeSplitting: {
        groups: [
          { name: 'record', test: /src\/cli\/recording\/record\.ts$/, priority: 2 },
          { name: 'replay', test: /src\/cli\/replaying\/replay-command\.ts$/, priority: 1 },
        ],
      },
    },
  },
  // What programs of the repository that are no TypeScript use of it; never published.
  {
    ...common,
    input: 'test/support/turntable/parts.ts',
    output: { file: 'build/parts.js', codeSplitting: false },
  },
]);
