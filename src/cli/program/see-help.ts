/** Where a wrong command line finds the right one; it ends every error of usage. @param command undefined: there is no such command */
export function seeHelp(command?: string): string {
  return `See: turntable ${command === undefined ? '' : `${command} `}--help`;
}
