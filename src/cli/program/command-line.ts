import { Command } from 'commander';
import type { CliIo } from './io.js';
import { packageVersion } from '../../package-files.js';

const DB_OPTION = ['--db <file>', 'database (default: see turntable --help)'] as const;
const RECORDING_HELP =
  'number (3 or #3), name (the latest with this name), beginning of its id, @last, or @2 (the one before @last)';

/** The commands, as commander knows them. The code of a command is loaded when it runs. */
export class CommandLine {
  readonly io: CliIo;
  readonly program = new Command('turntable');
  #exitCode = 0;

  constructor(io: CliIo) {
    this.io = io;
    this.program
      .description(
        'Record, show, check and replay conversations between a coding client and a coding agent (Agent Client Protocol). Without a command, in a terminal, it opens the screen.',
      )
      .version(packageVersion(), '-V, --version')
      .exitOverride()
      .configureOutput({
        writeOut: (text) => void io.print(text),
        // whoever catches the error prints it, as for all errors
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

  /** A command that works on the database. @param unnamed the recording that the command uses if none is named */
  command(nameAndArguments: string, description: string, unnamed?: string): Command {
    const command = this.program
      .command(nameAndArguments)
      .description(description)
      .option(...DB_OPTION);
    if (nameAndArguments.includes('recording')) {
      const preset = unnamed === undefined ? '' : ` Default: ${unnamed}.`;
      command.addHelpText('after', `\nName a recording by ${RECORDING_HELP}.${preset}`);
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
  turntable record -- gemini --acp       put this into the client's configuration, instead of: gemini --acp
  turntable                              open the screen and look around
  turntable list                         list all recordings
  turntable show @last                   show the latest recording, frame by frame
  turntable show @last --turns           show it as a transcript
  turntable tail @last                   follow it while it is live
  turntable why                          it hangs: find out who is waiting for whom
  turntable check @last                  find what breaks the protocol, and whose fault it is
  turntable diff @2 @last                compare it with the recording before it
  turntable export @last -o chat.acp     write it to one file, to send or to keep

The database is the first of these that is set: --db FILE, $TURNTABLE_DB, $TURNTABLE_HOME/turntable.db,
$XDG_DATA_HOME/turntable/turntable.db, ~/.local/share/turntable/turntable.db.
`;
