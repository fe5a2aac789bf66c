import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPORT_FORMATS } from '../../src/cli/checking/check-output.js';
import { EXPORT_FORMATS } from '../../src/tasks/exporting/export-wish.js';
import { END, DEAD, writeJournal } from '../support/store/journals.js';
import { drivingFixtures } from '../support/conversations/driving-conversation.js';
import { PlaceHere } from '../support/turntable/place-here.js';
import { TerminalHere } from '../support/turntable/terminal-here.js';
import { DRIVING, DRIVING_WITH_NUL, drivingIn } from '../support/values/driving.js';
import { Sqlite } from '../support/store/sqlite.js';
import { elementsOf } from '../support/values/xml.js';

const ID = '01hxe7n3f0000000';

/** A place with all of {@link drivingFixtures}, as files whose names drive as well, as imports, and one as a tap recorded it. */
async function drivingPlace(): Promise<{ readonly place: PlaceHere; readonly files: readonly string[] }> {
  const place = new PlaceHere();
  const folder = join(place.folder, DRIVING);
  mkdirSync(folder);
  const files = drivingFixtures().map(({ name, text }) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
  for (const file of files) await place.run(['import', file, '--name', DRIVING, '--db', place.db]);
  writeTapped(place);
  return { place, files };
}

/** The journal of a tap that was killed. */
function writeTapped(place: PlaceHere): void {
  mkdirSync(place.journalFolder, { recursive: true, mode: 0o700 });
  const records = [
    ['event', 1, { name: 'spawn', fields: { pid: DRIVING, argv: DRIVING_WITH_NUL, cwd: DRIVING } }],
    [
      'client',
      2,
      `${JSON.stringify({ jsonrpc: '2.0', id: DRIVING, method: DRIVING, params: { sessionId: DRIVING } })}\n`,
    ],
    ['agent', 3, `${DRIVING_WITH_NUL}\n`],
    ['stderr', 4, `${DRIVING_WITH_NUL}\n`],
    ['event', 5, { name: 'exit', fields: { code: DRIVING, signal: DRIVING_WITH_NUL } }],
    END,
  ] as const;
  const argv = ['agent', DRIVING_WITH_NUL];
  writeJournal(join(place.journalFolder, ID), records, {
    ...{ id: ID, owner: DEAD, argv, cwd: DRIVING, name: DRIVING_WITH_NUL, fixture: `/${DRIVING}` },
  });
}

/** Puts what drives into every column of text that will take it. */
function tamper(db: string): number {
  const sqlite = new Sqlite(db);
  try {
    const columns = sqlite
      .prepare(
        `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND c.type IN ('TEXT', 'ANY')`,
      )
      .all() as { table: string; column: string }[];
    let changed = 0;
    for (const { table, column } of columns) {
      try {
        const json = column === 'fields' || column === 'headers' || column === 'argv';
        const value = json ? JSON.stringify({ [DRIVING]: DRIVING, code: DRIVING, signal: DRIVING }) : DRIVING_WITH_NUL;
        changed += sqlite.prepare(`UPDATE "${table}" SET "${column}" = ?`).run(value).changes;
      } catch {
        // the schema knows which words there are
      }
    }
    return changed;
  } finally {
    sqlite.close();
  }
}

/** Command lines that show what a recording or a file holds, in every way there is. */
function linesAbout(named: string, other: string): string[][] {
  return [
    ['show', named],
    ['show', named, '--pretty'],
    ['show', named, '--json'],
    ['show', named, '--frames', '0..5'],
    ['show', named, '--filter', 'kind:err or sev:info+'],
    ['show', named, '--turns'],
    ['show', named, '--turns', '--format', 'markdown'],
    ['show', named, '--turn', '1'],
    ['show', named, '--session', DRIVING],
    ['stats', named],
    ['stats', named, '--json'],
    ['tail', named, '-n', '1000'],
    ['tail', named, '--json'],
    ['verify', named],
    ['verify', named, '--json'],
    ...REPORT_FORMATS.map((format) => ['check', named, '--format', format, '--show', 'info', '--enable', 'all']),
    ['check', named, '--follow', '--show', 'info', '--enable', 'all'],
    ['diff', named, other, '--text', '--meta', '--usage', '--violations', '--latency', '1'],
    ['diff', named, other, '--json', '--text'],
    ...EXPORT_FORMATS.map((format) => ['export', named, '--format', format]),
    ['export', named, '--no-redact'],
    ['export', named, '--normalise', '--turn', '1'],
    ['lint', named],
    ['lint', named, '--json'],
    ['replay', named, '--explain'],
    ['replay', named, '--explain', '--json'],
    ['replay', named, '--as', 'client'],
    ['rules', named],
  ];
}

const LINES: readonly string[][] = [
  ['list'],
  ['list', '--json'],
  ['search', 'DRIVEN'],
  ['search', 'DRIVEN', '--json'],
  ['search', '/dlrow.*/', '--limit', '20'],
  ['search', '\u001b'],
  ['rules'],
  ['doctor'],
  ['doctor', '--json'],
  ['prune', '--max', '1kB', '--dry-run'],
  ['compact'],
  ['browse', DRIVING],
];

/** Fails where a command line prints what drives a terminal, to a pipe or to a terminal. */
async function expectHarmless(
  place: PlaceHere,
  words: readonly string[],
  terminals: readonly boolean[] = [false, true],
): Promise<void> {
  const line = [...words, ...(withoutDatabase(words) ? [] : ['--db', place.db])];
  for (const terminal of terminals) {
    const { stdout, stderr } = await new TerminalHere(place, terminal).run(line);
    expect({ line, stdout: drivingIn(stdout), stderr: drivingIn(stderr) }).toEqual({ line });
  }
}

function withoutDatabase([command = '', ...words]: readonly string[]): boolean {
  return command === 'lint' || command === 'rules' || words.includes('--db');
}

describe('nothing that a terminal acts on is printed', () => {
  test('of a file, whatever it holds and is called', async () => {
    const { place, files } = await drivingPlace();
    for (const [i, file] of files.entries()) {
      for (const line of linesAbout(file, files[(i + 1) % files.length] ?? file)) await expectHarmless(place, line);
    }
  });

  test('of a recording, whatever was imported or recorded', async () => {
    const { place, files } = await drivingPlace();
    for (const line of LINES) await expectHarmless(place, line);
    for (let number = 1; number <= files.length + 1; number += 1) {
      for (const line of linesAbout(String(number), '1')) await expectHarmless(place, line);
    }
    for (const named of ['@last', DRIVING, ID]) await expectHarmless(place, ['show', named]);
    await expectHarmless(place, ['prune', '--max', '100kB']);
    await expectHarmless(place, ['rm', DRIVING, '@last']);
  });

  test('of a database, whatever stands in its columns', async () => {
    const { place } = await drivingPlace();
    await place.run(['stats', '2', '--db', place.db]);
    expect(tamper(place.db)).toBeGreaterThan(100);
    for (const line of LINES) await expectHarmless(place, line);
    for (const named of ['1', '5', '@last']) {
      for (const line of linesAbout(named, '2')) await expectHarmless(place, line);
    }
    await expectHarmless(place, ['prune', '--max', '100kB']);
    await expectHarmless(place, ['rm', '1', '@last']);
  });

  test('of words on the command line, for any command and any of its options', async () => {
    const { place } = await drivingPlace();
    const commands = await commandsOfHelp(place);
    expect(commands.length).toBeGreaterThan(14);
    await expectHarmless(place, [DRIVING]);
    await expectHarmless(place, [`--${DRIVING}`]);
    for (const command of commands.filter((name) => name !== 'record')) {
      const { stdout } = await new TerminalHere(place, false).run([command, '--help']);
      // it would wait for a client
      const explain = command === 'replay' ? ['--explain'] : [];
      await expectHarmless(place, [command, ...explain, DRIVING]);
      await expectHarmless(place, [command, DRIVING, DRIVING, DRIVING]);
      await expectHarmless(place, [command, `--${DRIVING}`]);
      await expectHarmless(place, [command, '--db', join(place.folder, DRIVING, 'no.db')]);
      for (const [, option = ''] of stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+) </gm)) {
        // that would start an agent
        if (option === '--agent') continue;
        await expectHarmless(place, [command, '1', ...explain, option, DRIVING], [true]);
      }
    }
  });

  test('of a configuration', async () => {
    const { place } = await drivingPlace();
    const config = join(place.folder, `${DRIVING}.json`);
    for (const check of [
      { ignore: ['cancel'], failOn: 'warning' },
      { ignore: [DRIVING] },
      { [DRIVING]: DRIVING },
      { failOn: DRIVING, dialect: DRIVING, raceWindowMs: DRIVING },
    ]) {
      writeFileSync(config, JSON.stringify({ check }));
      for (const format of REPORT_FORMATS) {
        await expectHarmless(place, ['check', '1', '--config', config, '--format', format]);
      }
    }
    writeFileSync(config, DRIVING_WITH_NUL);
    await expectHarmless(place, ['check', '1', '--config', config]);
  });
});

test('the lines of an error are its own: what it quotes cannot begin one', async () => {
  const place = new PlaceHere();
  const folder = join(place.folder, 'no\nturntable: 0 errors');
  mkdirSync(folder);
  const { code, stderr } = await place.run(['check', folder, '--db', place.db]);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('contains no fixtures or captures\n') as string,
  });
  expect(stderr).not.toMatch(/^turntable: 0 errors/m);
});

test('JUnit stays XML, and GitHub gets no command but ours', async () => {
  const { place, files } = await drivingPlace();
  for (const file of files) {
    const { stdout: xml } = await place.run(['check', file, '--format', 'junit', '--enable', 'all', '--show', 'info']);
    expect(elementsOf(xml.toString()).length).toBeGreaterThan(2);
    const { stdout } = await place.run(['check', file, '--format', 'github', '--enable', 'all', '--show', 'info']);
    const lines = stdout.toString().split('\n').slice(0, -1);
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) (file=[^,:]*,line=\d+,)?title=[^,:]*::/);
  }
});

/** The commands that `turntable --help` names. */
async function commandsOfHelp(place: PlaceHere): Promise<string[]> {
  const { stdout } = await new TerminalHere(place, false).run(['--help']);
  const [, list = ''] = stdout.split('\nCommands:\n');
  return Array.from(list.matchAll(/^ {2}([a-z]+)\b/gm), ([, name = '']) => name).filter((name) => name !== 'turntable');
}
