/** Of the output of a terminal, so many lines are worth being printed. */
const PRINTED_LINES = 20;

/** The end of an output, and how much stood before it. */
export function lastLines(output: string): string {
  const lines = output.replace(/\n+$/, '').split('\n');
  if (lines.length <= PRINTED_LINES) return lines.join('\n');
  const left = lines.length - PRINTED_LINES;
  return [`[${left} earlier lines]`, ...lines.slice(-PRINTED_LINES)].join('\n');
}
