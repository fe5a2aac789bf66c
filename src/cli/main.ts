import { Command, CommanderError, Option } from 'commander';
import { reasonOf, TurntableError } from '../errors.js';
import type { DoctorOptions } from './doctor.js';
import type { ExportOptions } from './export.js';
import type { ImportOptions } from './import.js';
import { CliIo } from './io.js';
import type { ListOptions } from './list.js';
import type { PruneOptions } from './prune.js';
import { RECORD_OPTIONS } from './record-options.js';
import type { RmOptions } from './rm.js';
import type { ShowOptions } from './show.js';
import type { TailOptions } from './tail.js';
import type { VerifyOptions } from './verify.js';
import { packageVersion } from './version.js';

const DB_OPTION = ['--db <file>', 'the database (default: see turntable --help)'] as const;
const RECORDING_HELP =
  'its number, the beginning of its id, its name (the latest of that name), @last, or @2 (the one before @last)';

/**
 * Runs one command line; returns its exit code. 0 fine, 1 differences, 2 usage, 3 not readable, 4 agent not started, 70 internal.
 */
export async function main(words: readonly string[]): Promise<number> {
  const io = new CliIo(process.stdout, process.stderr, process.env);
  quitWithReader();
  try {
    const run = new CommandLine(io);
    const code = await run.parse(words);
    await io.flush();
    return code;
  } catch (thrown) {
    return explain(thrown, io);
  }
}

/** Whoever reads us may stop reading (`| head`): that ends us, and is no error. */
function quitWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 70);
  });
}

function explain(thrown: unknown, io: CliIo): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  if (thrown instanceof TurntableError) {
    io.say(`turntable: ${thrown.message}`);
    if (thrown.hint !== undefined) io.say(thrown.hint);
    return thrown.exitCode;
  }
  io.say(`turntable: internal error: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : reasonOf(thrown)}`);
  io.say('This is a bug of turntable. No recording is harmed: they are only read here.');
  return 70;
}

/** The commands as commander knows them. What a command needs is loaded when it runs. */
class CommandLine {
  readonly #io: CliIo;
  readonly #program = new Command('turntable');
  #exitCode = 0;

  constructor(io: CliIo) {
    this.#io = io;
    this.#program
      .description(
        'Records the conversation between a coding client and a coding agent (Agent Client Protocol) and shows it.',
      )
      .version(packageVersion(), '-V, --version')
      .exitOverride()
      .showSuggestionAfterError()
      .showHelpAfterError('All commands and options: turntable --help')
      .configureHelp({ helpWidth: Math.min(io.columns, 120) });
    this.#addRecord();
    this.#addReading();
    this.#addFiles();
    this.#addKeeping();
    this.#program.addHelpText('after', EXAMPLES);
  }

  async parse(words: readonly string[]): Promise<number> {
    if (words.length === 0) {
      await this.#io.print(this.#program.helpInformation() + EXAMPLES);
      return 0;
    }
    await this.#program.parseAsync([...words], { from: 'user' });
    return this.#exitCode;
  }

  /** Only for the help: the record path parses its own options and never comes here. */
  #addRecord(): void {
    const record = this.#program
      .command('record')
      .description('run an agent and record what it and its client say; exits as the agent does')
      .usage('[options] -- AGENT [ARG...]');
    for (const { name, value, help } of RECORD_OPTIONS) {
      record.addOption(new Option(`--${name}${value === undefined ? '' : ` <${value}>`}`, help));
    }
    record.addHelpText('after', RECORD_NOTES);
  }

  #addReading(): void {
    this.#command('list', 'the recordings, the latest first; live ones are marked')
      .option('--json', 'as JSON')
      .action(this.#run(async (options: ListOptions) => (await import('./list.js')).list(options, this.#io)));
    this.#command('show <recording>', 'the frames and events of a recording as a timeline')
      .option('--frames <a..b>', 'only these (a frame or event is named by its number, seq): a..b, a.., ..b, or one')
      .addOption(new Option('--from <sender>', 'only what this sender said').choices(['client', 'agent', 'stderr']))
      .option('--method <name>', "only messages of this method and answers to them; 'session/*' for all that begin so")
      .addOption(new Option('--raw', 'the bytes of the frames, as they were').conflicts('json'))
      .option('--json', 'as a JSON array, an entry a line')
      .action(
        this.#runOn(async (named: string, options: ShowOptions) =>
          (await import('./show.js')).show(named, options, this.#io),
        ),
      );
    this.#command(
      'tail <recording>',
      'follow a live recording until it ends; of one that has ended, show the last entries',
    )
      .addOption(
        new Option('-n, --last <count>', 'begin with so many of the latest entries')
          .default('20', '20')
          .argParser(parseCount),
      )
      .option('--json', 'as JSON, an entry a line')
      .action(
        this.#runOn(async (named: string, options: TailOptions) =>
          (await import('./tail.js')).tail(named, options, this.#io),
        ),
      );
    this.#command('verify <recording>', 'prove that the frames are, byte for byte, what passed through the tap')
      .option('--json', 'as JSON')
      .action(
        this.#runOn(async (named: string, options: VerifyOptions) =>
          (await import('./verify.js')).verify(named, options, this.#io),
        ),
      );
  }

  #addFiles(): void {
    this.#command('export <recording>', 'write a recording as a fixture (.acp): text, byte exact')
      .option('-o, --output <file>', 'the file to write (default: stdout)')
      .option('--no-redact', 'do not warn that nothing is redacted')
      .action(
        this.#runOn(async (named: string, options: ExportOptions) =>
          (await import('./export.js')).exportRecording(named, options, this.#io),
        ),
      );
    this.#command(
      'import <file...>',
      'take in fixtures (.acp) and JSONL captures ({"t","dir","line"} a line); of each file all or nothing',
    )
      .option('--name <name>', 'the name of the recordings (default: the title, else the name of the file)')
      .option('--json', 'as JSON, a recording a line')
      .action(
        this.#runOn(async (files: string[], options: ImportOptions) =>
          (await import('./import.js')).importFiles(files, options, this.#io),
        ),
      );
  }

  #addKeeping(): void {
    this.#command('prune', 'remove recordings by age (--older) or until all fit a size (--max); live ones stay')
      .option('--older <age>', 'those that began longer ago: 12h, 30d, 2w')
      .option('--max <size>', 'the oldest, until the rest holds at most 500MB, 2GB...')
      .option('--keep-named', 'let recordings with a name stay')
      .option('--dry-run', 'only say what would go')
      .action(this.#run(async (options: PruneOptions) => (await import('./prune.js')).prune(options, this.#io)));
    this.#command('rm <recording...>', 'remove recordings')
      .option('--force', 'also a live one; its agent goes on, unrecorded')
      .action(
        this.#runOn(async (names: string[], options: RmOptions) =>
          (await import('./rm.js')).rm(names, options, this.#io),
        ),
      );
    this.#command('doctor', 'look whether recording can work here, and how to mend it')
      .option('--agent <command>', 'also run this agent under the tap and ask it to initialize')
      .option('--json', 'as JSON')
      .action(this.#run(async (options: DoctorOptions) => (await import('./doctor.js')).doctor(options, this.#io)));
  }

  #command(nameAndArguments: string, description: string): Command {
    const command = this.#program
      .command(nameAndArguments)
      .description(description)
      .option(...DB_OPTION);
    if (nameAndArguments.includes('recording'))
      command.addHelpText('after', `\nA recording is named by ${RECORDING_HELP}.\n`);
    return command;
  }

  #run<Options>(action: (options: Options) => Promise<number>): (options: Options) => Promise<void> {
    return async (options) => {
      this.#exitCode = await action(options);
    };
  }

  #runOn<Subject, Options>(
    action: (subject: Subject, options: Options) => Promise<number>,
  ): (subject: Subject, options: Options) => Promise<void> {
    return async (subject, options) => {
      this.#exitCode = await action(subject, options);
    };
  }
}

function parseCount(text: string): string {
  if (!/^\d+$/.test(text)) throw new TurntableError('USAGE', `a count is a whole number, not ${text}`);
  return text;
}

const EXAMPLES = `
Examples:
  turntable record -- gemini --acp       in the client's configuration, instead of: gemini --acp
  turntable list                         what was recorded
  turntable show @last                   the latest recording, frame by frame
  turntable tail @last                   a live one, as it happens
  turntable export @last -o chat.acp     one file to send or to keep

The database is --db FILE, else $TURNTABLE_DB, else $TURNTABLE_HOME/turntable.db, else $XDG_DATA_HOME/turntable/turntable.db,
else ~/.local/share/turntable/turntable.db.
`;

const RECORD_NOTES = `
The agent begins after --, or at the first word that is no option. stdout belongs to the agent: nothing else is printed there.

Environment:
  TURNTABLE_DB        the database
  TURNTABLE_HOME      else the folder of turntable.db (default: turntable in $XDG_DATA_HOME or ~/.local/share)
  TURNTABLE_OFF=1     pass through, record nothing
  TURNTABLE_VERBOSE=1 say on stderr what is recorded where, also off a terminal

Exit code: that of the agent, or death by the same signal; 127 and 126 where it cannot be started.
`;
