import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import type { CommandLine } from '../program/command-line.js';
import type { DoctorOptions } from './doctor.js';
import type { KeepOptions } from './keep.js';
import type { PruneOptions } from './prune.js';
import type { RmOptions } from './rm.js';

/** prune, rm, keep, compact, doctor: keeping house. */
export function addKeepingCommands(cli: CommandLine): void {
  cli
    .command('prune', 'remove old recordings, by age (--older) or by total size (--max); live and kept ones stay')
    .option('--older <age>', 'remove those that started longer ago than this: 12h, 30d, 2w')
    .option('--max <size>', 'remove the oldest until the rest have at most this size: 500MB, 2GB')
    .option('--keep-named', 'keep all recordings that have a name')
    .option('--dry-run', 'only say what would be removed')
    .option('--json', 'print what was removed, or would be, as a JSON array of recordings')
    .action(cli.run(async (options: PruneOptions) => (await import('./prune.js')).prune(options, cli.io)));
  cli
    .command('rm <recording...>', 'remove recordings')
    .option('--force', 'also remove live recordings; their agents go on, but are no longer recorded')
    .option('--json', 'print what was removed as a JSON array of recordings')
    .action(
      cli.runOn(async (names: string[], options: RmOptions) => (await import('./rm.js')).rm(names, options, cli.io)),
    );
  cli
    .command('keep <recording...>', 'mark recordings to keep: neither prune nor the limits of record remove them')
    .option('--off', 'remove the mark')
    .action(
      cli.runOn(async (names: string[], options: KeepOptions) =>
        (await import('./keep.js')).keep(names, options, cli.io),
      ),
    );
  cli
    .command(
      'compact',
      'pack all ended recordings and imports now, instead of in the background, and give the space back',
    )
    .action(cli.run(async (options: DatabaseOption) => (await import('./compact.js')).compact(options, cli.io)));
  cli
    .command('doctor', 'check that recording works here, and explain how to fix it; exit 1 on problems')
    .option('--agent <command>', 'also start this agent under the tap and send it initialize')
    .option('--wait <time>', 'how long to wait for the response of the agent', '20s')
    .option('--json', 'print JSON')
    .action(cli.run(async (options: DoctorOptions) => (await import('./doctor.js')).doctor(options, cli.io)));
}
