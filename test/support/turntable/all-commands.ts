import { CommandLine } from '../../../src/cli/program/command-line.js';
import { CliIo } from '../../../src/cli/program/io.js';
import { addAllCommands } from '../../../src/cli/program/main.js';
import { manPage } from '../../../src/cli/program/man-page.js';
import { ownStreams } from '../../../src/cli/program/own-streams.js';
import { packageVersion } from '../../../src/package-files.js';

/** The command line with all its commands. */
export async function allCommands(): Promise<CommandLine> {
  const cli = new CommandLine(new CliIo(ownStreams()));
  await addAllCommands(cli);
  return cli;
}

/** The manual page, as `npm run generate` writes it. */
export async function manual(): Promise<string> {
  const { program } = await allCommands();
  return manPage(program, packageVersion());
}
