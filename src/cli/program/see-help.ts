/** The hint that ends every usage error: which help to read. @param command undefined if there is no such command */
export function seeHelp(command?: string): string {
  return `See: turntable ${command === undefined ? '' : `${command} `}--help`;
}
