import { Option, type Command } from 'commander';
import { SEVERITIES } from '../../check/engine/severity.js';
import type { CheckCommandOptions } from './check.js';
import { REPORT_FORMATS } from './check-output.js';
import { LATEST } from '../../store/query/latest.js';
import type { CommandLine } from '../program/command-line.js';
import type { RulesOptions } from './rules-command.js';

/** check, rules: whether a conversation follows the protocol. */
export function addCheckingCommands(cli: CommandLine): void {
  addJudging(
    cli.command(
      'check [recording-or-file...]',
      'find where conversations break the protocol; exit 1 if they do. Takes recordings, fixtures (.acp), JSONL captures, folders of these, and - for standard input',
      LATEST,
    ),
  )
    .addOption(new Option('--format <format>', 'format of the report').choices(REPORT_FORMATS).default('text'))
    .addOption(
      new Option('--show <severity>', 'lowest severity shown in text, markdown and github reports')
        .choices([...SEVERITIES])
        .default('warning'),
    )
    .option('-o, --output <file>', 'write the report to a file that does not exist yet (default: stdout)')
    .option('--force', 'with -o: replace an existing file')
    .addOption(
      new Option('--follow', 'print violations of a live recording as they happen, until it ends').conflicts([
        'format',
        'output',
      ]),
    )
    .option(
      '--stall <time>',
      'with --follow: report when there was no progress for this long (default: longer than usual for the agent)',
    )
    .action(
      cli.runOn(async (named: string[], options: CheckCommandOptions) =>
        (await import('./check.js')).check(named, options, cli.io),
      ),
    );
  cli.program
    .command('rules [rule]')
    .description('list all rules that check knows, or the rules of one family; or explain one rule, with an example')
    .addOption(new Option('--severity <severity>', 'only rules of this severity').choices([...SEVERITIES]))
    .addOption(
      new Option('--version <version>', 'only rules that apply to this version of ACP').choices([
        'v1',
        'v2',
        'v2a',
        'v2b',
      ]),
    )
    .addOption(new Option('--fault <side>', 'only rules that this side can break').choices(['client', 'agent']))
    .option('--json', 'print JSON')
    .addHelpText('after', RULES_EXAMPLES)
    .action(
      cli.runOn(async (named: string | undefined, options: RulesOptions) =>
        (await import('./rules-command.js')).rules(named, options, cli.io),
      ),
    );
}

const RULES_EXAMPLES = `
Examples:
  turntable rules                           all rules, by family
  turntable rules cancel                    the rules of one family
  turntable rules cancel/wrong-stop-reason  one rule: why it exists, what the specification says, an example

docs/rules.md has the same on one page. To switch rules off or on: turntable check --ignore and --enable.
`;

/** The options of everything that checks. */
function addJudging(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--fail-on <severity>',
        'exit 1 if there are violations of this severity or worse (default: error)',
      ).choices([...SEVERITIES, 'never']),
    )
    .addOption(new Option('--ignore <rules>', 'leave out these rules or families: a,b').argParser(addNames))
    .addOption(new Option('--enable <rules>', 'add rules that are off by default: a,b, or all').argParser(addNames))
    .addOption(
      new Option('--dialect <draft>', 'draft of ACP v2; auto, the default, detects it').choices(['auto', 'v2a', 'v2b']),
    )
    .addOption(
      new Option('--from-start', 'treat the recording as starting where the connection started').conflicts('mid'),
    )
    .option('--mid', 'treat it as starting mid-conversation: rules that depend on earlier messages report infos only')
    .option('--config <file>', 'configuration file (default: turntable.config.json in the current folder)');
}

/** Names with commas between them; the option may be given more than once. */
function addNames(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), ...text.split(',').map((name) => name.trim())];
}
