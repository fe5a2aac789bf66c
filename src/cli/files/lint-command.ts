import { lintFixture } from '../../fixture/lint/lint.js';
import type { LintFinding } from '../../fixture/lint/lint-finding.js';
import type { LintJson } from '../../report/json-output.js';
import { printedJson } from '../../report/printed-json.js';
import { formatCount } from '../../report/quantities.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { slashed, wholeFile } from '../../tasks/conversations/fixture-file.js';
import type { CliIo, Colour } from '../program/io.js';

export interface LintOptions {
  readonly json?: boolean;
}

const COLOURS: Readonly<Record<LintFinding['severity'], Colour>> = { error: 'red', warning: 'yellow', info: 'dim' };

/** `turntable lint`: whether fixtures can be replayed, with lines. Exit 1 where one cannot. */
export async function lint(files: readonly string[], { json }: LintOptions, io: CliIo): Promise<number> {
  const findings = files.flatMap((file) => lintFixture(slashed(file), wholeFile(file), wholeFile));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (json) await printJson(findings, io);
  else {
    for (const finding of findings) await io.printLine(lineOf(finding, io));
    const warnings = findings.filter(({ severity }) => severity === 'warning').length;
    io.say(
      `${formatCount(files.length, 'file')}: ${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}`,
    );
  }
  return errors === 0 ? 0 : 1;
}

function lineOf({ place, severity, message, problem }: LintFinding, io: CliIo): string {
  const where = escapeUnsafe(`${place.file}:${place.line}`);
  return `${where}: ${io.paint(COLOURS[severity], severity)}: ${escapeUnsafe(message)} (${problem})`;
}

async function printJson(findings: readonly LintFinding[], io: CliIo): Promise<void> {
  const lines = findings.map(({ place: { file, line }, ...rest }) =>
    printedJson({ file, line, ...rest } satisfies LintJson),
  );
  await io.printLine(lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`);
}
