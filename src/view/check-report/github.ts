import type { Severity } from '../../check/rule.js';
import type { Checked } from './checked.js';

const COMMAND: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Workflow commands of GitHub Actions, a violation a line: they become annotations. */
export function* githubLines(all: readonly Checked[]): Generator<string> {
  for (const { name, file, violations } of all) {
    for (const { severity, rule, seq, fault, message } of violations) {
      const properties = [`title=${property(rule)}`, ...(file === undefined ? [] : [`file=${property(file)}`])];
      const text = `${name}, frame ${seq}, ${fault}: ${message}`;
      yield `::${COMMAND[severity]} ${properties.join(',')}::${escaped(text)}\n`;
    }
  }
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
