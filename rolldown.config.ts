import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import { lateRequires } from './bundling/late-requires.js';
import { modelDigest } from './bundling/model-digest.js';

interface Package {
  readonly dependencies: object;
  readonly optionalDependencies: object;
}

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
const installed = Object.keys({ ...dependencies, ...optionalDependencies });

const common = {
  platform: 'node',
  transform: { target: 'node20.15', define: { MODEL_DIGEST: JSON.stringify(modelDigest('src')) } },
} as const;

/** What lies beside the program: it is CommonJS, it shows the examples of rules, and other people wrote part of it. */
const besideProgram: Plugin = {
  name: 'beside-the-program',
  generateBundle() {
    const file = (fileName: string, source: string): unknown => this.emitFile({ type: 'asset', fileName, source });
    file('package.json', '{ "type": "commonjs" }\n');
    file('rule-examples.json', JSON.stringify(ruleExamples()));
    file('LICENSES.txt', licensesOf([...this.getModuleIds()]));
  },
};

/** The licenses of the packages that modules are of. */
function licensesOf(modules: readonly string[]): string {
  const names = modules.flatMap((id) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []);
  const texts = [...new Set(names)].sort().map((name) => {
    return `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}\n`;
  });
  return `Parts of these packages are in the program:\n\n${texts.join('\n---\n\n')}`;
}

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
  // The program and the library. A client waits for record and replay in its agent's place: they are
  // few modules, record is one.
  {
    ...common,
    external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
    input: {
      index: 'src/index.ts',
      main: 'src/cli/program/main.ts',
      record: 'src/cli/recording/record.ts',
      replay: 'src/cli/replaying/replay-command.ts',
      browse: 'src/cli/browsing/browse-command.ts',
      ingest: 'src/cli/recording/ingest.ts',
      analyse: 'src/cli/checking/analyse.ts',
      inside: 'src/stdio/inside/receive.ts',
    },
    preserveEntrySignatures: 'allow-extension',
    plugins: [besideProgram, lateRequires],
    output: {
      dir: 'dist',
      cleanDir: true,
      format: 'cjs',
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      // half of what Node would have to read
      comments: { jsdoc: false, annotation: false, legal: true },
      codeSplitting: {
        groups: [
          { name: 'record', test: /src\/cli\/recording\/record\.ts$/, priority: 4 },
          // what the tap loads after the agent's start
          { name: 'ingest-process', test: /src\/(stdio\/(ingest-process|launch\/)|wire\/launch)/, priority: 2 },
          // what nearly every command needs beside, and a replay too
          {
            name: 'common',
            test: /src\/(wire\/(?!launch)|package-files|cli\/program\/(io|own-streams|failure)|model\/json-access|model\/state\/request-key|check\/engine\/(severity|spec-address)|compare\/(difference|fidelity\/told-kinds)\.|tasks\/(command-words|recordings\/database-for)|store\/query\/latest|report\/(printed-json|quantities|table|wrapped))/,
            priority: 3,
          },
          // both ends of record --inside, and who reads what came
          {
            name: 'inside',
            test: /src\/((stdio\/)?inside\/|report\/inside\/(?!.*schema)|tasks\/conversations\/inside-|store\/query\/kept-account)/,
            priority: 3,
            includeDependenciesRecursively: false,
          },
          { name: 'acp', test: /src\/acp\//, priority: 2 },
          { name: 'replay', test: /src\/cli\/replaying\/replay-command\.ts$/, priority: 1 },
          // made of schemas, which take time to make: needed where there is a configuration
          { name: 'json-shapes', test: /src\/report\/(json-output|\w+\/[\w-]+-json-schema)\.ts$/ },
          // what every command needs that reads the database
          {
            name: 'recordings',
            test: /src\/tasks\/recordings\/(open-up-to-date|describe-recording|follow-recording|record\w+-\w+)\.ts$/,
          },
          // small ones: together they are as soon read, and the package has fewer files
          { name: 'commands', test: /src\/cli\/\w+\/commands-/, includeDependenciesRecursively: false },
          {
            name: 'reading',
            test: /src\/(cli\/reading\/|tasks\/conversations\/(entries|filter|search|statistics|told)-)/,
            includeDependenciesRecursively: false,
          },
          {
            name: 'drift',
            test: /src\/(cli\/comparing\/drift|tasks\/drift\/|report\/drift\/drift-text)/,
            includeDependenciesRecursively: false,
          },
          {
            name: 'comparing',
            test: /src\/(compare\/|tasks\/comparing\/|cli\/comparing\/(diff|fidelity)\.|report\/fidelity\/fidelity-(json|text)\.)/,
            includeDependenciesRecursively: false,
          },
          {
            name: 'filtering',
            test: /src\/(filter\/|store\/query\/(event-facts|sought-bytes|filter-|seq-ranges|stored-facts)|store\/schema\/sql-bounds)/,
            includeDependenciesRecursively: false,
          },
          // what the two kinds of agents of the library share: else the library would show it
          {
            name: 'agent-streams',
            test: /src\/library\/(agent-streams|replay-diverged-error|test-run\/)/,
            includeDependenciesRecursively: false,
          },
          {
            name: 'agent-streams',
            test: /src\/library\/(agent-streams|traffic|traffic-waits)\.ts$/,
            includeDependenciesRecursively: false,
          },
          { name: 'keeping', test: /src\/cli\/(keeping|files)\//, includeDependenciesRecursively: false },
          {
            name: 'waiting',
            test: /src\/(model\/waits\/|report\/waits\/|report\/launch\/launch-text|tasks\/waiting\/)/,
            includeDependenciesRecursively: false,
          },
          { name: 'reports', test: /src\/report\/(check|diff|transcript)\//, includeDependenciesRecursively: false },
        ],
      },
    },
  },
  // What programs of the repository that are no TypeScript use of it; never published.
  {
    ...common,
    external: /^[^./]/,
    input: 'test/support/turntable/parts.ts',
    output: { file: 'build/parts.js', codeSplitting: false },
  },
]);
