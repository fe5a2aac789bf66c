import { expect, test } from 'vitest';
import { FILES, SOURCES } from '../support/source/source-imports.js';

/**
 * Who opens files for reading by itself: ours, those of the system, and journals, which are more than an input. All others go
 * through src/input-file.ts: devices, pipes and links may stand where a file is expected.
 */
const MAY_OPEN_FILES = [
  // the package's own
  'package-files.ts',
  'cli/checking/rules-command.ts',
  'tasks/protocol/sdk-schemas.ts',
  // made by this process or its child, in a folder of its own
  'tasks/replaying/run-as-client.ts',
  'library/recording-place.ts',
  'library/spawned-replay.ts',
  'tui/data/replayed-fixture.ts',
  // how a program begins: without waiting, and only of regular files
  'stdio/launch/beginning-of.ts',
  // /proc
  'store/journal/process-identity.ts',
  // the null device, in the place of what a process closes
  'stdio/ingest-process.ts',
  // its own stdin, stdout and stderr again, and the null device in the place of a closed stream
  'stdio/own-stdio.ts',
  // a pipe that is written, without waiting for a reader
  'tasks/recordings/id-file.ts',
  // journals; the reader refuses links, pipes and files of others
  'stdio/journal/journal.ts',
  'store/journal/journal-reader.ts',
  // looks at what it is to replace, never through a link
  'tasks/recordings/own-file.ts',
  // its own, never through a link
  'tasks/own-key.ts',
  // written only
  'stdio/inside/account-writer.ts',
  'store/schema/open-database.ts',
  'tasks/output-file.ts',
  'tui/own-command.ts',
  'input-file.ts',
];

const OPENING = /\b(readFileSync|openSync|createReadStream|openAsBlob)\(|fs\/promises/;

test('files are opened for reading in one place', () => {
  const openers = FILES.filter((file) => OPENING.test(SOURCES.get(file) ?? ''));
  expect(
    openers.filter((file) => !MAY_OPEN_FILES.includes(file)),
    'Use readInput or openInput of src/input-file.ts: a pipe, a device or a link may stand where a file is expected.',
  ).toEqual([]);
  expect(
    MAY_OPEN_FILES.filter((file) => !openers.includes(file)),
    'Take it out of MAY_OPEN_FILES.',
  ).toEqual([]);
});
