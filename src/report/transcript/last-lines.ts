/** How many lines of a terminal's output are printed. */
const PRINTED_LINES = 20;

/** The last lines of an output, and how many came before. */
export function lastLines(output: string): string {
  const lines = output.replace(/\n+$/, '').split('\n');
  if (lines.length <= PRINTED_LINES) return lines.join('\n');
  const left = lines.length - PRINTED_LINES;
  return [`[${left} earlier lines]`, ...lines.slice(-PRINTED_LINES)].join('\n');
}
