import { Option } from 'commander';
import { TurntableError } from '../../errors.js';
import { EXPORT_FORMATS } from '../../tasks/exporting/export-wish.js';
import { LATEST } from '../../store/query/latest.js';
import type { CommandLine } from '../program/command-line.js';
import type { ExportOptions } from './export.js';
import type { ImportOptions } from './import.js';
import type { LintOptions } from './lint-command.js';

/** export, import, lint: recordings as files. */
export function addFileCommands(cli: CommandLine): void {
  cli
    .command(
      'export [recording-or-file]',
      'write a recording or a file as a fixture (.acp): text, byte exact but for secrets',
      LATEST,
    )
    .option('-o, --output <file>', 'the file to write (default: stdout); one that exists is refused')
    .option('--force', 'with -o: replace the file if it exists')
    .option('--turn <number>', 'only this turn, with all that it needs to be replayed alone', parseTurn)
    .option('--session <session>', 'only this session, by its id or its number (default: the one that has the turn)')
    .addOption(
      new Option('--frames <a..b>', 'only these, numbered as show numbers them, with all that they need').conflicts([
        'turn',
        'session',
      ]),
    )
    .option('--normalise', 'number ids, name folders /project, leave times out: recorded again, little differs')
    .addOption(new Option('--format <format>', 'how to write it').choices(EXPORT_FORMATS).default('acp'))
    .option('--no-redact', 'leave secrets and the names of homes where they stand')
    .action(
      cli.runOn(async (named: string | undefined, options: ExportOptions) =>
        (await import('./export.js')).exportRecording(named, options, cli.io),
      ),
    );
  cli
    .command(
      'import <file...>',
      'take in fixtures (.acp), JSONL captures, exports of acp-devtools (.json), traces of the Rust SDK (.jsons) and journals (.damaged); of each file all or nothing',
    )
    .option('--name <name>', 'the name of the recordings (default: the title, else the name of the file)')
    .option('--json', 'as JSON, a recording a line')
    .action(
      cli.runOn(async (files: string[], options: ImportOptions) =>
        (await import('./import.js')).importFiles(files, options, cli.io),
      ),
    );
  cli.program
    .command('lint <file...>')
    .description('find what keeps fixtures (.acp) from being replayed, and what is odd in them; exit 1 on errors')
    .option('--json', 'as JSON')
    .action(
      cli.runOn(async (files: string[], options: LintOptions) =>
        (await import('./lint-command.js')).lint(files, options, cli.io),
      ),
    );
}

function parseTurn(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TurntableError('USAGE', `a turn is a number from 1 on, not ${text}`);
  return Number(text);
}
