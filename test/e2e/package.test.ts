import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { ModuleKind, ModuleResolutionKind } = ts;

/** Uses what is documented, and names each kind of thing that comes back. */
const CONSUMER = `
import {
  checkFixture, diffRecordings, findRecording, frameBytes, openDatabase, replayAgent, timelineOf, TurntableError, useFixture, verifyRecording,
  type Database, type Frame, type RecordingReport, type RecordingsDifference, type ReplayReport, type TestAgent,
} from 'acp-turntable';

export async function all(path: string): Promise<readonly RecordingsDifference[]> {
  const db: Database = openDatabase(path, { create: false, busyMs: 0 });
  const recording = findRecording(db, '@last');
  for (const entry of timelineOf(db, recording.number)) if (!('name' in entry)) bytesOf(db, recording.number, entry);
  const proof: string = verifyRecording(db, recording).verdict;
  const agent: TestAgent<ReplayReport | RecordingReport> = await useFixture({ path: 'a.acp' });
  const same: TestAgent<ReplayReport> = await replayAgent('a.acp');
  const { violations } = await checkFixture('a.acp');
  // @ts-expect-error TurntableError has a code of its own kinds
  new TurntableError(proof, String([agent, same, violations]));
  return (await diffRecordings('a.acp', 'b.acp')).differences;
}

function bytesOf(db: Database, recording: number, frame: Frame): Uint8Array[] {
  return [...frameBytes(db, recording, frame)];
}
`;

describe('the types of the package', () => {
  const home = mkdtempSync(join(tmpdir(), 'turntable-types-'));

  afterAll(() => {
    rmSync(home, { recursive: true });
  });

  beforeAll(() => {
    execFileSync('npm', ['run', '--silent', 'build:types'], { cwd: ROOT });
    const own = join(home, 'node_modules/acp-turntable');
    mkdirSync(join(own, 'dist'), { recursive: true });
    for (const file of ['package.json', 'dist/package.json', 'dist/index.d.ts'])
      cpSync(join(ROOT, file), join(own, file));
    mkdirSync(join(home, 'node_modules/@types'));
    // all that a consumer needs beside the package
    for (const name of ['@types/node', 'undici-types']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(home, 'node_modules', name));
    }
    for (const name of ['esm.mts', 'cjs.cts', 'bundled.ts']) writeFileSync(join(home, name), CONSUMER);
  });

  test.each([
    ['node16', ModuleKind.Node16, ModuleResolutionKind.Node16, ['esm.mts', 'cjs.cts']],
    ['nodenext', ModuleKind.NodeNext, ModuleResolutionKind.NodeNext, ['esm.mts', 'cjs.cts']],
    ['bundler', ModuleKind.ESNext, ModuleResolutionKind.Bundler, ['esm.mts', 'bundled.ts']],
  ] as const)('compile, strict and with all libraries checked, for module %s', (_, module, moduleResolution, files) => {
    const options: ts.CompilerOptions = {
      module,
      moduleResolution,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(home, 'node_modules/@types')],
    };
    const paths = files.map((file) => join(home, file));
    const host = ts.createCompilerHost(options);
    const program = ts.createProgram(paths, options, { ...host, getCurrentDirectory: () => home });
    const said = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    expect(said).toEqual([]);
  });

  test('name no package', () => {
    expect(readFileSync(join(ROOT, 'dist/index.d.ts'), 'utf8')).not.toMatch(/better-sqlite3|zod|from '(?!node:)/);
  });
});

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

test('the package stays small', () => {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const said = execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(said) as [Packed];
  expect(packed.size).toBeLessThan(1.5e6);
  expect(packed.unpackedSize).toBeLessThan(6e6);
  // more groups in rolldown.config.ts make fewer files
  expect(packed.entryCount).toBeLessThanOrEqual(150);
});

test('the library is one for programs that import it and programs that require it', () => {
  const program = `
    import * as imported from 'acp-turntable';
    import { createRequire } from 'node:module';
    const required = createRequire(import.meta.url)('acp-turntable');
    const names = Object.keys(required);
    console.log(names.length, names.every((name) => imported[name] === required[name]));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT, encoding: 'utf8' });
  expect(said).toMatch(/^1\d true\n$/);
});
