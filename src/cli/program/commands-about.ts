import { packageVersion } from '../../package-files.js';
import type { CommandLine } from './command-line.js';

/** version: what is asked of turntable itself. */
export function addAboutCommands(cli: CommandLine): void {
  cli.program
    .command('version')
    .description('print the version of turntable')
    .action(
      cli.run(async () => {
        await cli.io.printLine(packageVersion());
        return 0;
      }),
    );
}
