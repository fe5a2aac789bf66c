import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const pureFolders = [
  'pattern',
  'wire',
  'acp',
  'model',
  'check',
  'filter',
  'fixture',
  'compare',
  'replay',
  'inside',
  'report',
  'screen',
].map((f) => `src/${f}/**/*.ts`);

export default tseslint.config(
  { ignores: ['dist/', 'build/', 'node_modules/', 'coverage/', 'src/core-globals.d.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
    },
  },
  {
    // the package of the terminal may have to be replaced one day
    files: ['src/**/*.ts', 'test/**/*.ts'],
    ignores: ['src/tui/terminal/surface.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^blessed(/|$)', message: 'Only src/tui/terminal/surface.ts knows it.' }] },
      ],
    },
  },
  {
    // the pure half: no clock, no randomness, no platform
    files: pureFolders,
    rules: {
      'no-restricted-globals': ['error', 'process', 'console', 'Buffer', 'setTimeout', 'setInterval', 'performance'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time arrives in the frame.' },
        { object: 'Math', property: 'random', message: 'The pure folders are deterministic.' },
      ],
      'no-restricted-imports': [
        'error',
        { patterns: ['node:*', 'blessed', 'blessed/*'], paths: ['better-sqlite3', 'commander'] },
      ],
    },
  },
  {
    files: ['bin/*.js', 'setup/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { require: 'readonly', exports: 'writable' } },
  },
  {
    files: ['**/*.{js,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'Buffer',
          'setTimeout',
          'setInterval',
          'setImmediate',
          'clearTimeout',
          'clearInterval',
          'URL',
          'TextDecoder',
          'TextEncoder',
          'AbortController',
          'performance',
          'structuredClone',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
