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

/** list, show, why, stats, search, tail, verify: what was recorded. */
export function addReadingCommands(cli: CommandLine): void {
  cli
    .command('list', 'the recordings, the latest first; live ones are marked')
    .option('--json', 'as JSON')
    .action(cli.run(async (options: ListOptions) => (await import('./list-command.js')).list(options, cli.io)));
  cli
    .command(
      'show [recording-or-file]',
      'the frames and events of a recording or file as a timeline; exit 1 if none match',
      LATEST,
    )
    .option('--frames <a..b>', 'only these (a frame or event is named by its number, seq): a..b, a.., ..b, or one')
    .addOption(new Option('--from <sender>', 'only what this sender said').choices(['client', 'agent', 'stderr']))
    .option('--method <name>', "only messages of this method and answers to them; 'session/*' for all that begin so")
    .option('--filter <filter>', "only what a filter means, as 'method:fs/* kind:err': see below")
    .addOption(new Option('--raw', 'the bytes of the frames, as they were').conflicts('json'))
    .addOption(
      new Option('--pretty', 'each frame in lines, as it was spelled: order, digits and all').conflicts([
        'json',
        'raw',
      ]),
    )
    .option('--json', 'as a JSON array, an entry a line')
    .addOption(
      new Option(
        '--turns',
        'as a transcript instead: turn by turn, with tool calls, permissions and violations',
      ).conflicts(['frames', 'from', 'method', 'filter', 'raw', 'pretty', 'json']),
    )
    .addOption(
      new Option('--format <format>', 'of the transcript').choices(['text', 'markdown']).implies({ turns: true }),
    )
    .addOption(new Option('--session <id>', 'a transcript of this session only').implies({ turns: true }))
    .addOption(
      new Option('--turn <number>', 'a transcript of turns of this number only')
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
      'who waits for whom, since when, and how we know: of a live recording now, of others at their end',
      LATEST,
    )
    .option('--watch', 'renew the answer until the recording ends')
    .option('--json', 'as JSON; with --watch an object a line')
    .addHelpText('after', WHY_EXAMPLES)
    .action(
      cli.runOn(async (named: string | undefined, options: WhyOptions) =>
        (await import('./why-command.js')).why(named, options, cli.io),
      ),
    );
  cli
    .command(
      'stats [recording-or-file...]',
      'how long everything took: latencies by method; times, tokens and cost by turn',
      LATEST,
    )
    .option('--json', 'as JSON')
    .action(
      cli.runOn(async (named: string[], options: StatsOptions) =>
        (await import('./stats.js')).stats(named, options, cli.io),
      ),
    );
  cli
    .command('search <text>', 'frames that hold a text, or /a regular expression/; exit 1 if none do')
    .option('--in <recording-or-file>', 'only in this recording or file (default: in all recordings)')
    .addOption(new Option('--from <sender>', 'only what this sender said').choices(['client', 'agent', 'stderr']))
    .option('--filter <filter>', 'only in frames that a filter means: see turntable show --help')
    .option('-i, --ignore-case', 'capital and small letters are the same')
    .addOption(new Option('--limit <count>', 'stop after this many hits').argParser(parseCount))
    .option('--json', 'as JSON, a hit a line')
    .action(
      cli.runOn(async (wanted: string, options: SearchOptions) =>
        (await import('./search.js')).search(wanted, options, cli.io),
      ),
    );
  cli
    .command(
      'tail [recording-or-file]',
      'follow a live recording until it ends; of one that has ended, or a file, show the last entries',
      LATEST,
    )
    .addOption(
      new Option('-n, --last <count>', 'begin with this many of the latest entries')
        .default('20', '20')
        .argParser(parseCount),
    )
    .option('--stall <time>', 'say when nothing has moved for this long (default: longer than is usual)')
    .option('--json', 'as JSON, an entry a line')
    .action(
      cli.runOn(async (named: string | undefined, options: TailOptions) =>
        (await import('./tail.js')).tail(named, options, cli.io),
      ),
    );
  cli
    .command('verify [recording]', 'prove that the frames are, byte for byte, what passed through the tap', LATEST)
    .option('--json', 'as JSON')
    .action(
      cli.runOn(async (named: string | undefined, options: VerifyOptions) =>
        (await import('./verify.js')).verify(named, options, cli.io),
      ),
    );
}

const WHY_EXAMPLES = `
Examples:
  turntable why            the latest recording: is it the agent, the client, or me?
  turntable why --watch    the same, renewed until it ends
  turntable why hang.acp   of a file: what was owed when it ended
`;

function parseCount(text: string): string {
  if (!/^\d+$/.test(text)) throw new TurntableError('USAGE', `a count is a whole number, not ${text}`);
  return text;
}
