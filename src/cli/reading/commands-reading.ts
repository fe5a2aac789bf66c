import { Option } from 'commander';
import { TurntableError } from '../../errors.js';
import { LATEST } from '../../store/query/latest.js';
import type { CommandLine } from '../program/command-line.js';
import { filterHelp } from '../program/filter-help.js';
import type { ListOptions } from './list-command.js';
import type { SearchOptions } from './search.js';
import type { ShowOptions } from './show.js';
import type { ShowTurnsOptions } from './show-turns.js';
import type { StatsOptions } from './stats.js';
import type { TailOptions } from './tail.js';
import type { VerifyOptions } from './verify.js';
import type { WhyOptions } from './why-command.js';

/** list, show, why, stats, search, tail, verify: reading recordings. */
export function addReadingCommands(cli: CommandLine): void {
  cli
    .command('list', 'list the recordings, latest first')
    .option('--json', 'print JSON')
    .action(cli.run(async (options: ListOptions) => (await import('./list-command.js')).list(options, cli.io)));
  cli
    .command(
      'show [recording-or-file]',
      'show the frames and events of a recording or file; exit 1 if none match',
      LATEST,
    )
    .option('--frames <a..b>', 'only frames and events with these numbers (seq): a..b, a.., ..b or a')
    .addOption(new Option('--from <sender>', 'only frames from this sender').choices(['client', 'agent', 'stderr']))
    .option(
      '--method <name>',
      "only requests and notifications with this method, and their responses; * matches any text: 'session/*'",
    )
    .option('--filter <filter>', "only what matches a filter, such as 'method:fs/* kind:err'; see below")
    .addOption(new Option('--raw', 'the exact bytes of the frames').conflicts('json'))
    .addOption(new Option('--pretty', 'each frame indented, otherwise unchanged').conflicts(['json', 'raw']))
    .option('--json', 'print a JSON array, one entry a line')
    .addOption(
      new Option(
        '--turns',
        'show a transcript instead: turn by turn, with tool calls, permissions and violations',
      ).conflicts(['frames', 'from', 'method', 'filter', 'raw', 'pretty', 'json']),
    )
    .addOption(
      new Option('--format <format>', 'format of the transcript')
        .choices(['text', 'markdown'])
        .implies({ turns: true }),
    )
    .addOption(new Option('--session <id>', 'only the session with this id, as a transcript').implies({ turns: true }))
    .addOption(
      new Option('--turn <number>', 'only turns with this number, as a transcript')
        .argParser(parseCount)
        .implies({ turns: true }),
    )
    .addHelpText('after', filterHelp)
    .action(
      cli.runOn(
        async (named: string | undefined, options: ShowOptions & ShowTurnsOptions & { readonly turns?: boolean }) =>
          options.turns
            ? (await import('./show-turns.js')).showTurns(named, options, cli.io)
            : (await import('./show.js')).show(named, options, cli.io),
      ),
    );
  cli
    .command(
      'why [recording-or-file]',
      'say who is waiting for whom (or was, when the recording ended), since when, and how we know',
      LATEST,
    )
    .option('--watch', 'update the answer until the recording ends')
    .option('--json', 'print JSON; with --watch, one object a line')
    .addHelpText('after', WHY_EXAMPLES)
    .action(
      cli.runOn(async (named: string | undefined, options: WhyOptions) =>
        (await import('./why-command.js')).why(named, options, cli.io),
      ),
    );
  cli
    .command(
      'stats [recording-or-file...]',
      'show how long everything took: latencies by method; times, tokens and cost by turn',
      LATEST,
    )
    .option(
      '--traffic',
      'show how much was sent, not how long it took: by side, method, kind of update, tool call, and over time',
    )
    .option('--json', 'print JSON')
    .action(
      cli.runOn(async (named: string[], options: StatsOptions) =>
        (await import('./stats.js')).stats(named, options, cli.io),
      ),
    );
  cli
    .command('search <text>', 'find frames that contain a text or match a /regular expression/; exit 1 if none do')
    .option('--in <recording-or-file>', 'search only this recording or file (default: all recordings)')
    .addOption(new Option('--from <sender>', 'only frames from this sender').choices(['client', 'agent', 'stderr']))
    .option('--filter <filter>', 'search only frames that match a filter; see turntable show --help')
    .option('-i, --ignore-case', 'ignore case')
    .addOption(new Option('--limit <count>', 'stop after this many matches').argParser(parseCount))
    .option('--json', 'print JSON, one match a line')
    .action(
      cli.runOn(async (wanted: string, options: SearchOptions) =>
        (await import('./search.js')).search(wanted, options, cli.io),
      ),
    );
  cli
    .command(
      'tail [recording-or-file]',
      'follow a live recording until it ends; otherwise show the last entries',
      LATEST,
    )
    .addOption(
      new Option('-n, --last <count>', 'start with this many of the latest entries')
        .default('20', '20')
        .argParser(parseCount),
    )
    .option(
      '--stall <time>',
      'report when there was no progress for this long (default: longer than usual for the agent)',
    )
    .option('--json', 'print JSON, one entry a line')
    .action(
      cli.runOn(async (named: string | undefined, options: TailOptions) =>
        (await import('./tail.js')).tail(named, options, cli.io),
      ),
    );
  cli
    .command(
      'verify [recording]',
      'prove that a recording is, byte for byte, what passed through the tap; exit 1 if not',
      LATEST,
    )
    .option('--json', 'print JSON')
    .action(
      cli.runOn(async (named: string | undefined, options: VerifyOptions) =>
        (await import('./verify.js')).verify(named, options, cli.io),
      ),
    );
}

const WHY_EXAMPLES = `
Examples:
  turntable why            the latest recording: is it the agent, the client, or me?
  turntable why --watch    the same, updated until the recording ends
  turntable why hang.acp   a file: what was owed when it ended
`;

function parseCount(text: string): string {
  if (!/^\d+$/.test(text))
    throw new TurntableError('USAGE', `invalid number ${JSON.stringify(text)}: use a whole number`);
  return text;
}
