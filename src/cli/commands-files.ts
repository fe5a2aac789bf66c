import type { CommandLine } from './command-line.js';
import type { ExportOptions } from './export.js';
import type { ImportOptions } from './import.js';

/** export, import: recordings as files. */
export function addFileCommands(cli: CommandLine): void {
  cli
    .command('export <recording>', 'write a recording as a fixture (.acp): text, byte exact')
    .option('-o, --output <file>', 'the file to write (default: stdout)')
    .option('--no-redact', 'do not warn that nothing is redacted')
    .action(
      cli.runOn(async (named: string, options: ExportOptions) =>
        (await import('./export.js')).exportRecording(named, options, cli.io),
      ),
    );
  cli
    .command(
      'import <file...>',
      'take in fixtures (.acp) and JSONL captures ({"t","dir","line"} a line); of each file all or nothing',
    )
    .option('--name <name>', 'the name of the recordings (default: the title, else the name of the file)')
    .option('--json', 'as JSON, a recording a line')
    .action(
      cli.runOn(async (files: string[], options: ImportOptions) =>
        (await import('./import.js')).importFiles(files, options, cli.io),
      ),
    );
}
