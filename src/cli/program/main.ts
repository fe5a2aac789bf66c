import { CommanderError } from 'commander';
import { nearestOf } from '../../acp/schema/spelling.js';
import { TurntableError } from '../../errors.js';
import { CommandLine } from './command-line.js';
import { explainFailure } from './failure.js';
import { databaseFor } from '../../tasks/recordings/database-for.js';
import { damageOf } from '../../store/schema/open-database.js';
import { CliIo, type Streams } from './io.js';
import { ownStreams } from './own-streams.js';

/**
 * Runs one command line; returns its exit code. 0 success, 1 violations or differences, 2 wrong usage, 3 unreadable input, 4 agent not
 * started, 70 internal error.
 */
export async function main(words: readonly string[], streams: Streams = ownStreams()): Promise<number> {
  const io = new CliIo(streams);
  try {
    const cli = new CommandLine(io);
    await addCommands(cli, words[0]);
    if (words[0] === COMPLETE) return await completed(words, cli);
    requireHelpOfCommand(words);
    const code = await cli.parse(words);
    await io.flush();
    return code;
  } catch (thrown) {
    await io.flush();
    if (!(thrown instanceof CommanderError))
      return explainFailure(thrown, io, { command: commandOf(words), damage: () => damageNamed(words, io) });
    // commander has printed the help or the version; for `help`, its exit code is that of the process so far
    if (thrown.exitCode === 0 || thrown.code === 'commander.help') return 0;
    return explainFailure(new TurntableError('USAGE', usageText(thrown)), io, { command: commandOf(words) });
  }
}

/** Says what is damaged in the database that a command line uses; undefined if nothing is. */
function damageNamed(words: readonly string[], io: CliIo): TurntableError | undefined {
  const named = words.find((word) => word.startsWith('--db='))?.slice('--db='.length);
  const db = words.includes('--db') ? words[words.indexOf('--db') + 1] : named;
  try {
    return damageOf(databaseFor({ env: io.env, say: () => undefined }, { db }));
  } catch {
    return undefined;
  }
}

/** The command that the shells' scripts call: `complete -- WORD...`. */
const COMPLETE = 'complete';

async function completed([, , ...line]: readonly string[], cli: CommandLine): Promise<number> {
  const { complete } = await import('./complete.js');
  const code = await complete(line, cli);
  await cli.io.flush();
  return code;
}

/** The name of the command on a command line, if it exists. */
function commandOf([word = '']: readonly string[]): string | undefined {
  return FAMILIES.some(({ commands }) => commands.includes(word)) ? word : undefined;
}

/** For `help nope`, commander would show the general help; this is an error instead. */
function requireHelpOfCommand([word, about]: readonly string[]): void {
  if (word !== 'help' || about === undefined || about.startsWith('-') || about === 'help') return;
  if (commandOf([about]) !== undefined) return;
  const near = nearestOf(
    about,
    FAMILIES.flatMap(({ commands }) => commands),
  );
  const meant = near === undefined ? '' : `. Did you mean ${near}?`;
  throw new TurntableError('USAGE', `unknown command '${about}'${meant}`);
}

/** The error of commander, in one line. */
function usageText({ message }: CommanderError): string {
  return message.replace(/^error: /, '').replace(/\.?\n\((Did you mean .*\?)\)$/, '. $1');
}

/** Which function adds which commands, in the order of the help. */
const FAMILIES: readonly { readonly commands: readonly string[]; readonly add: (cli: CommandLine) => Promise<void> }[] =
  [
    {
      commands: ['record'],
      add: async (cli) => {
        (await import('../recording/commands-recording.js')).addRecordHelp(cli);
      },
    },
    {
      commands: ['browse'],
      add: async (cli) => {
        (await import('../browsing/commands-browse.js')).addBrowseHelp(cli);
      },
    },
    {
      commands: ['list', 'show', 'why', 'stats', 'search', 'tail', 'verify'],
      add: async (cli) => {
        (await import('../reading/commands-reading.js')).addReadingCommands(cli);
      },
    },
    {
      commands: ['check', 'rules'],
      add: async (cli) => {
        (await import('../checking/commands-checking.js')).addCheckingCommands(cli);
      },
    },
    {
      commands: ['diff', 'fidelity', 'drift'],
      add: async (cli) => {
        (await import('../comparing/commands-comparing.js')).addComparingCommands(cli);
      },
    },
    {
      commands: ['export', 'import', 'lint'],
      add: async (cli) => {
        (await import('../files/commands-files.js')).addFileCommands(cli);
      },
    },
    {
      commands: ['replay'],
      add: async (cli) => {
        (await import('../replaying/commands-replaying.js')).addReplayHelp(cli);
      },
    },
    {
      commands: ['prune', 'rm', 'keep', 'compact', 'doctor'],
      add: async (cli) => {
        (await import('../keeping/commands-keeping.js')).addKeepingCommands(cli);
      },
    },
    {
      commands: ['completion', 'version'],
      add: async (cli) => {
        (await import('./commands-about.js')).addAboutCommands(cli);
      },
    },
  ];

/** Adds all commands. */
export async function addAllCommands(cli: CommandLine): Promise<void> {
  for (const { add } of FAMILIES) await add(cli);
}

/** Adds the commands of the group that holds `asked`. If there is no such command, adds all, for the help or to suggest a similar name. */
async function addCommands(cli: CommandLine, asked: string | undefined): Promise<void> {
  if (asked === '--version' || asked === '-V') return;
  const family = FAMILIES.find(({ commands }) => asked !== undefined && commands.includes(asked));
  if (family === undefined) await addAllCommands(cli);
  else await family.add(cli);
}
