import { Option } from 'commander';
import { MATCH_MODES } from '../replay/options.js';
import type { CommandLine } from './command-line.js';
import type { AsClientOptions } from './replay-as-client.js';
import type { ReplayCommandOptions } from './replay.js';

/** replay: a recording as an agent again. */
export function addReplayCommand(cli: CommandLine): void {
  cli
    .command(
      'replay <recording-or-file> [agent...]',
      'be the recorded agent, on stdio: a recording, a fixture (.acp) or a JSONL capture; or, --as client, the recorded client with a real agent (after --)',
    )
    .addOption(new Option('--as <side>', 'which side to be').choices(['agent', 'client']).default('agent'))
    .addOption(
      new Option('--match <mode>', 'how closely the client has to keep to the recording')
        .choices(MATCH_MODES)
        .default('strict'),
    )
    .option(
      '--ignore <pointer>',
      'a place of messages that is not compared, as /params/mcpServers (repeatable)',
      collect,
      [],
    )
    .option('--allow-partial', 'let the client leave before all was used')
    .addOption(
      new Option(
        '--on-cancel <how>',
        'answer: end the turn as cancelled where the client cancels and the recorded one did not',
      ).choices(['answer']),
    )
    .option('--wait <time>', 'how long the client may be silent while it is waited for; 0: for ever', '30s')
    .option('--pace <pace>', 'instant, recorded, or a speed like 4x', 'instant')
    .option('--max-gap <time>', 'no pause is longer than this')
    .option(
      '--fault <fault>',
      'break something on purpose: drop@12, delay=500@12, duplicate~0.05... (repeatable)',
      collect,
      [],
    )
    .option('--seed <n>', 'of faults that strike at random', '1')
    .option('--record', 'record the run: turntable tail @last follows it')
    .option('--name <name>', 'with --record: the name of the recording')
    .option('--id-file <file>', "with --record: write the recording's id to this file at the start")
    .option('--report <file>', 'write how it went, as JSON')
    .option('--no-stderr', "do not write the agent's stderr")
    .option('--explain', 'replay nothing: say what each frame waits for, and which ids and directories are bound')
    .option('--json', 'with --explain and --as client: as JSON')
    .option('--process <n>', 'of a capture with several agent processes, which')
    .option('--cwd <folder>', '--as client: where the sessions work (default: the current folder)')
    .addOption(new Option('--fs <where>', '--as client: answer fs requests from the real folder').choices(['real']))
    .option('--new-session', '--as client: make a new session where the recorded client loaded one')
    .option('--text', '--as client: compare free text as well')
    .addHelpText('after', NOTES)
    .action(async (named: string, agent: string[], options: ReplayCommandOptions & AsClientOptions & { as: string }) =>
      cli.run(async () => {
        if (options.as === 'client') {
          return (await import('./replay-as-client.js')).replayAsClient(named, agent, options, cli.io);
        }
        return (await import('./replay.js')).replay(named, options, cli.io);
      })(options),
    );
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

const NOTES = `
With --as client the agent runs under the tap, and what it did is compared with the recording (turntable diff).

Exit code: 0 as recorded (and with --explain), 5 where the client does something else (stderr says what), that of the recorded agent where it
ended by itself; --as client: 1 where the runs differ, 4 where the agent cannot be started.
`;
