import { Option, type Command } from 'commander';
import { SEVERITIES } from '../../check/engine/severity.js';
import type { CheckCommandOptions } from './check.js';
import { REPORT_FORMATS } from './check-output.js';
import { LATEST } from '../../store/query/latest.js';
import type { CommandLine } from '../program/command-line.js';
import type { RulesOptions } from './rules-command.js';

/** check, rules: whether the protocol is kept. */
export function addCheckingCommands(cli: CommandLine): void {
  addJudging(
    cli.command(
      'check [recording-or-file...]',
      'find where conversations break the protocol: recordings, fixtures (.acp), JSONL captures, folders of them, or - for standard input; exit 1 if they do',
      LATEST,
    ),
  )
    .addOption(new Option('--format <format>', 'how to print').choices(REPORT_FORMATS).default('text'))
    .addOption(
      new Option('--show <severity>', 'the least severity that text, markdown and github show')
        .choices([...SEVERITIES])
        .default('warning'),
    )
    .option('-o, --output <file>', 'write the report to a file')
    .addOption(
      new Option('--follow', 'of a live recording: print violations as they happen, until it ends').conflicts([
        'format',
        'output',
      ]),
    )
    .option('--stall <time>', 'with --follow: say when nothing has moved for this long (default: longer than is usual)')
    .action(
      cli.runOn(async (named: string[], options: CheckCommandOptions) =>
        (await import('./check.js')).check(named, options, cli.io),
      ),
    );
  cli.program
    .command('rules [rule]')
    .description('the rules that check knows: all, those of a family, or one explained with its example')
    .addOption(new Option('--severity <severity>', 'only these').choices([...SEVERITIES]))
    .addOption(new Option('--version <version>', 'only those that hold in').choices(['v1', 'v2', 'v2a', 'v2b']))
    .addOption(new Option('--fault <side>', 'only those that this side can break').choices(['client', 'agent']))
    .option('--json', 'as JSON')
    .addHelpText('after', RULES_EXAMPLES)
    .action(
      cli.runOn(async (named: string | undefined, options: RulesOptions) =>
        (await import('./rules-command.js')).rules(named, options, cli.io),
      ),
    );
}

const RULES_EXAMPLES = `
Examples:
  turntable rules                           all, by family
  turntable rules cancel                    those of a family
  turntable rules cancel/wrong-stop-reason  one, with its reason, its page and an example

The same as a page: docs/rules.md. To leave rules out or put them in: --ignore and --enable of turntable check.
`;

/** The options of everything that checks. */
function addJudging(command: Command): Command {
  return command
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 from this severity on (default: error)').choices([
        ...SEVERITIES,
        'never',
      ]),
    )
    .addOption(new Option('--ignore <rules>', 'do not report these rules or families: a,b').argParser(addNames))
    .addOption(
      new Option('--enable <rules>', 'report rules that are off by default too: a,b, or all for all of them').argParser(
        addNames,
      ),
    )
    .addOption(
      new Option('--dialect <draft>', 'the draft of ACP v2 (default: found out)').choices(['auto', 'v2a', 'v2b']),
    )
    .addOption(new Option('--from-start', 'the recording begins where the connection began').conflicts('mid'))
    .option('--mid', 'it does not: rules that need history are infos only')
    .option('--config <file>', 'the configuration (default: turntable.config.json in this folder)');
}

/** Names with commas between them; the option may be given more than once. */
function addNames(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), ...text.split(',').map((name) => name.trim())];
}
