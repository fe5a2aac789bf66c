import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import type { CommandLine } from '../program/command-line.js';
import type { DoctorOptions } from './doctor.js';
import type { KeepOptions } from './keep.js';
import type { PruneOptions } from './prune.js';
import type { RmOptions } from './rm.js';

/** prune, rm, keep, compact, doctor: keeping house. */
export function addKeepingCommands(cli: CommandLine): void {
  cli
    .command('prune', 'remove recordings by age (--older) or until all fit a size (--max); live and kept ones stay')
    .option('--older <age>', 'those that began longer ago: 12h, 30d, 2w')
    .option('--max <size>', 'the oldest, until the rest holds at most 500MB, 2GB...')
    .option('--keep-named', 'let recordings with a name stay')
    .option('--dry-run', 'only say what would go')
    .option('--json', 'print what was removed, or would be, as a JSON array of recordings')
    .action(cli.run(async (options: PruneOptions) => (await import('./prune.js')).prune(options, cli.io)));
  cli
    .command('rm <recording...>', 'remove recordings')
    .option('--force', 'also a live one; its agent goes on, unrecorded')
    .option('--json', 'print what was removed as a JSON array of recordings')
    .action(
      cli.runOn(async (names: string[], options: RmOptions) => (await import('./rm.js')).rm(names, options, cli.io)),
    );
  cli
    .command('keep <recording...>', 'mark recordings to stay: prune, --keep and the limits of record leave them alone')
    .option('--off', 'take the mark away')
    .action(
      cli.runOn(async (names: string[], options: KeepOptions) =>
        (await import('./keep.js')).keep(names, options, cli.io),
      ),
    );
  cli
    .command('compact', 'make recordings that have ended small now, imports too, and give the space back')
    .action(cli.run(async (options: DatabaseOption) => (await import('./compact.js')).compact(options, cli.io)));
  cli
    .command('doctor', 'look whether recording can work here, and how to mend it')
    .option('--agent <command>', 'also run this agent under the tap and ask it to initialize')
    .option('--wait <time>', 'how long the agent may take to answer', '20s')
    .option('--json', 'as JSON')
    .action(cli.run(async (options: DoctorOptions) => (await import('./doctor.js')).doctor(options, cli.io)));
}
