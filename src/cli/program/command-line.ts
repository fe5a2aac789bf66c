import { Command } from 'commander';
import type { CliIo } from './io.js';
import { packageVersion } from '../../package-files.js';

const DB_OPTION = ['--db <file>', 'the database (default: see turntable --help)'] as const;
const RECORDING_HELP =
  'its number (3 or #3), the beginning of its id, its name (the latest of that name), @last, or @2 (the one before @last)';

/** The commands as commander knows them. What a command needs is loaded when it runs. */
export class CommandLine {
  readonly io: CliIo;
  readonly program = new Command('turntable');
  #exitCode = 0;

  constructor(io: CliIo) {
    this.io = io;
    this.program
      .description(
        'Records the conversation between a coding client and a coding agent (Agent Client Protocol), shows it and checks it. Without a command, in a terminal: the screen.',
      )
      .version(packageVersion(), '-V, --version')
      .exitOverride()
      .configureOutput({
        writeOut: (text) => void io.print(text),
        // said by whoever catches the error, as all errors are
        outputError: () => undefined,
      })
      .showSuggestionAfterError()
      .configureHelp({ helpWidth: Math.min(io.columns, 120) })
      .addHelpText('after', EXAMPLES);
  }

  async parse(words: readonly string[]): Promise<number> {
    await this.program.parseAsync([...words], { from: 'user' });
    return this.#exitCode;
  }

  /** A command that works on the database. @param unnamed the recording that it takes if none is named */
  command(nameAndArguments: string, description: string, unnamed?: string): Command {
    const command = this.program
      .command(nameAndArguments)
      .description(description)
      .option(...DB_OPTION);
    if (nameAndArguments.includes('recording')) {
      const preset = unnamed === undefined ? '' : ` Default: ${unnamed}.`;
      command.addHelpText(
        'after',
        `
A recording is named by ${RECORDING_HELP}.${preset}
`,
      );
    }
    return command;
  }

  run<Options>(action: (options: Options) => Promise<number>): (options: Options) => Promise<void> {
    return async (options) => {
      this.#exitCode = await action(options);
    };
  }

  runOn<Subject, Options>(
    action: (subject: Subject, options: Options) => Promise<number>,
  ): (subject: Subject, options: Options) => Promise<void> {
    return async (subject, options) => {
      this.#exitCode = await action(subject, options);
    };
  }
}

const EXAMPLES = `
Examples:
  turntable record -- gemini --acp       in the client's configuration, instead of: gemini --acp
  turntable                              the screen: all that was recorded, to look around in
  turntable list                         what was recorded
  turntable show @last                   the latest recording, frame by frame
  turntable tail @last                   a live one, as it happens
  turntable why                          it hangs: who waits for whom
  turntable check @last                  where it breaks the protocol, and who is at fault
  turntable show @last --turns           the same as a transcript, turn by turn
  turntable diff @2 @last                what changed since the recording before
  turntable export @last -o chat.acp     one file to send or to keep

The database is --db FILE, else $TURNTABLE_DB, else $TURNTABLE_HOME/turntable.db, else $XDG_DATA_HOME/turntable/turntable.db,
else ~/.local/share/turntable/turntable.db.
`;
