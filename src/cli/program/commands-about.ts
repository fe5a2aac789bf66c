import { Argument } from 'commander';
import { packageVersion } from '../../package-files.js';
import type { CommandLine } from './command-line.js';
import { completionScript, SHELLS, type Shell } from './completion-script.js';

/** completion, version: about the program itself. */
export function addAboutCommands(cli: CommandLine): void {
  cli.program
    .command('completion')
    .description('print a script that lets your shell complete commands, options, recordings and rules')
    .addArgument(new Argument('<shell>', 'shell').choices(SHELLS))
    .addHelpText('after', COMPLETION_NOTES)
    .action(
      cli.runOn(async (shell: Shell) => {
        await cli.io.print(completionScript(shell));
        return 0;
      }),
    );
  cli.program
    .command('version')
    .description('print the version')
    .action(
      cli.run(async () => {
        await cli.io.printLine(packageVersion());
        return 0;
      }),
    );
}

const COMPLETION_NOTES = `
Add one line to the file that your shell reads at startup:
  bash  ~/.bashrc                    source <(turntable completion bash)
  zsh   ~/.zshrc, after compinit     source <(turntable completion zsh)
  fish  ~/.config/fish/config.fish   turntable completion fish | source
`;
