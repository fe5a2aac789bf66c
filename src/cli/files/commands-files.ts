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
      'write a recording or file as a fixture (.acp): a text file that keeps every byte except secrets',
      LATEST,
    )
    .option('-o, --output <file>', 'write to a file that does not exist yet (default: stdout)')
    .option('--force', 'with -o: replace an existing file')
    .option('--turn <number>', 'only this turn, with everything needed to replay it', parseTurn)
    .option(
      '--session <session>',
      'only this session, by its id or number (default: with --turn, the session that has this turn)',
    )
    .addOption(
      new Option(
        '--frames <a..b>',
        'only these frames, by their numbers in show, with everything needed to replay them',
      ).conflicts(['turn', 'session']),
    )
    .option(
      '--normalise',
      'replace ids and folders with stable ones and leave out times: two recordings of the same conversation then differ little',
    )
    .addOption(new Option('--format <format>', 'format to write').choices(EXPORT_FORMATS).default('acp'))
    .option('--no-redact', 'keep secrets and the names of home folders')
    .addOption(
      new Option(
        '--redact-also <what>',
        'also redact emails, hosts, or what a /pattern/ matches (repeatable)',
      ).argParser(addWord),
    )
    .addOption(
      new Option(
        '--keep <name>',
        'keep the values of variables, headers, members and options with this name (repeatable)',
      ).argParser(addWord),
    )
    .option('--redaction-report <file>', 'list what was redacted, and where, in a file that does not exist yet')
    .action(
      cli.runOn(async (named: string | undefined, options: ExportOptions) =>
        (await import('./export.js')).exportRecording(named, options, cli.io),
      ),
    );
  cli
    .command(
      'import <file...>',
      'import fixtures (.acp), JSONL captures, exports of acp-devtools (.json), traces of the Rust SDK (.jsons) and damaged journals (.damaged) as recordings; each file is imported completely or not at all',
    )
    .option('--name <name>', 'name of the recordings (default: the title of the file, or its name)')
    .option('--json', 'print JSON, one recording a line')
    .action(
      cli.runOn(async (files: string[], options: ImportOptions) =>
        (await import('./import.js')).importFiles(files, options, cli.io),
      ),
    );
  cli.program
    .command('lint <file...>')
    .description('find errors and oddities in fixtures (.acp); exit 1 on errors, which prevent a replay')
    .option('--json', 'print JSON')
    .action(
      cli.runOn(async (files: string[], options: LintOptions) =>
        (await import('./lint-command.js')).lint(files, options, cli.io),
      ),
    );
}

function addWord(word: string, words: readonly string[] = []): readonly string[] {
  return [...words, word];
}

function parseTurn(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new TurntableError('USAGE', `invalid turn ${JSON.stringify(text)}: use a number from 1`);
  return Number(text);
}
