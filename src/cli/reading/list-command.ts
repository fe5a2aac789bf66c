import { painted, type CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { openUpToDate } from '../../tasks/recordings/open-up-to-date.js';
import { listRecordings, type Recording } from '../../store/query/recordings.js';
import { sizeOf } from '../../store/query/remove.js';
import { formatBytes, formatDuration } from '../../report/quantities.js';
import { endText } from '../../report/recording-end.js';
import { lineOf, Table, type Column } from '../../report/table.js';
import { printedJson } from '../../report/printed-json.js';
import { startedText } from '../../tasks/recordings/describe-recording.js';
import { standingOf, type Standing } from '../../tasks/waiting/standing.js';
import { newRemovalsText, policyAdvice, sizeText } from '../../tasks/keeping/house-report.js';
import { recordingJson } from '../../tasks/recordings/recording-json.js';

export interface ListOptions extends DatabaseOption {
  readonly json?: boolean;
}

interface Row extends Recording, Standing {}

const COLUMNS: readonly Column<Row>[] = [
  { title: '#', text: ({ number }) => String(number), align: 'right', width: [2, 8] },
  { title: 'started', text: startedText, align: 'left', width: [19, 19] },
  { title: 'took', text: ({ tookNs }) => formatDuration(tookNs), align: 'right', width: [6, 12] },
  { title: 'client', text: ({ streams }) => String(streams.client.frames), align: 'right', width: [6, 10] },
  { title: 'agent', text: ({ streams }) => String(streams.agent.frames), align: 'right', width: [6, 10] },
  { title: 'size', text: (recording) => formatBytes(sizeOf(recording)), align: 'right', width: [6, 8] },
  {
    title: 'end',
    text: (recording) => (recording.isKept ? `${endText(recording, recording)}, kept` : endText(recording, recording)),
    align: 'left',
    width: [4, 44],
  },
  { title: 'name', text: ({ name }) => name ?? '', align: 'left', width: [4, 30] },
  { title: 'command', text: commandText, align: 'left', width: [7, 80] },
];

/** `turntable list`: lists the recordings, the latest first. */
export async function list(options: ListOptions, io: CliIo): Promise<number> {
  const db = openUpToDate(io, options);
  try {
    const recordings = listRecordings(db).map((recording): Row => {
      return { ...recording, ...standingOf(db, recording, io.now()) };
    });
    if (options.json) {
      const rows = recordings.map((row) => recordingJson(row, row));
      await io.print(`${printedJson(rows, 2)}\n`);
      return 0;
    }
    if (recordings.length === 0) {
      io.say('No recordings yet. Record one: turntable record -- AGENT [ARG...]');
      return 0;
    }
    const table = new Table(COLUMNS, io.columns);
    table.measure(recordings);
    await io.printLine(painted('dim', lineOf(table.titles())));
    for (const recording of recordings) {
      const line = lineOf(table.row(recording));
      await io.printLine(painted(recording.state === 'live' ? 'green' : undefined, line));
    }
    // a program that reads the lines has no use for it
    if (io.stdoutIsTerminal) await io.printLine(painted('dim', sizeText(db, recordings.length)));
    for (const text of [policyAdvice(db), newRemovalsText(db)]) if (text !== undefined) io.say(text);
    return 0;
  } finally {
    db.close();
  }
}

function commandText({ argv }: Recording): string {
  return (argv ?? []).join(' ');
}
