import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILES, SOURCES } from '../support/source/source-imports.js';
import { DEAD, END, writeJournal } from '../support/store/journals.js';
import { write } from '../support/turntable/commands.js';
import { PlaceHere } from '../support/turntable/place-here.js';

/** Who starts processes, and which: none of their words comes out of a database, a journal, a fixture or traffic. */
const MAY_START_PROCESSES = [
  // the agent: of a command line that a person typed, or of a program that calls the library
  'stdio/agent-start.ts',
  'library/recorded-agent.ts',
  'library/recording-place.ts',
  // this program again
  'stdio/ingest-process.ts',
  'tasks/checking/analysis-process.ts',
  'stdio/inside/receiver-start.ts',
  'tui/own-command.ts',
  // a shell that ends the agent where the tap was killed: its script is ours
  'stdio/guard.ts',
  // /bin/cat, between us and a stderr that others share
  'stdio/lent-output.ts',
  // the tap of a client that we are ourselves, and such a shell for it
  'stdio/tap-group.ts',
  // $PAGER
  'tui/terminal/pager.ts',
];

test('few files start processes', () => {
  const starters = FILES.filter((file) => /^import (?!type ).*'node:child_process'/m.test(SOURCES.get(file) ?? ''));
  expect(starters.sort()).toEqual([...MAY_START_PROCESSES].sort());
});

test('a recorded command line is shown and never run, whoever recorded it and wherever it stands', async () => {
  const place = new PlaceHere();
  const marker = join(place.folder, 'was-run');
  const argv = ['/bin/sh', '-c', `touch ${marker}`];
  const line = argv.join(' ');
  const create = {
    jsonrpc: '2.0',
    id: 1,
    method: 'terminal/create',
    params: { sessionId: 's', command: argv[0], args: argv.slice(1) },
  };
  mkdirSync(place.journalFolder, { mode: 0o700 });
  const id = '01hxe7n3f0000000';
  writeJournal(
    join(place.journalFolder, id),
    [
      ['event', 1, { name: 'spawn', fields: { argv: JSON.stringify(argv), pid: '1' } }],
      ['agent', 2, `${JSON.stringify(create)}\n`],
      ['event', 3, { name: 'exit', fields: { code: '0' } }],
      END,
    ],
    { id, argv, owner: DEAD, name: line },
  );
  const fixture = write(
    place,
    'x.acp',
    `#acp-fixture 1\n# agent: ${line}\n# command: ${line}\nevent spawn argv="${line}"\nagent ${JSON.stringify(create)}\n`,
  );
  for (const named of [id, fixture]) {
    for (const words of [
      ['list'],
      ['show', named],
      ['show', named, '--turns'],
      ['check', named],
      ['stats', named],
      ['diff', named, fixture],
      ['export', named],
      ['replay', named, '--explain'],
      ['verify', named],
      ['import', fixture],
    ]) {
      const { code, stdout } = await place.run([...words, '--db', place.db]);
      if (words[0] === 'list')
        expect({ code, shown: stdout.toString().includes(line) }).toEqual({ code: 0, shown: true });
      expect(existsSync(marker), words.join(' ')).toBe(false);
    }
  }
});
