/** Words of a command line; quotes keep spaces together. Nothing else is interpreted. */
export function splitWords(commandLine: string): string[] {
  const words = commandLine.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
