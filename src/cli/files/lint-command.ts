import { lintFixture } from '../../fixture/lint/lint.js';
import type { LintFinding } from '../../fixture/lint/lint-finding.js';
import type { LintJson } from '../../report/json-output.js';
import { printedJson } from '../../report/printed-json.js';
import { formatCount } from '../../report/quantities.js';
import { includedBy, slashed, wholeFile } from '../../tasks/conversations/fixture-file.js';
import { forEach } from '../program/failure.js';
import { painted, type CliIo, type Colour } from '../program/io.js';

export interface LintOptions {
  readonly json?: boolean;
}

const COLOURS: Readonly<Record<LintFinding['severity'], Colour>> = { error: 'red', warning: 'yellow', info: 'dim' };

/** `turntable lint`: says whether fixtures can be replayed, and names the lines with problems. Exit 1 if one cannot be replayed. */
export async function lint(files: readonly string[], { json }: LintOptions, io: CliIo): Promise<number> {
  const findings: LintFinding[] = [];
  const unread = await forEach(
    files,
    (file) => findings.push(...lintFixture(slashed(file), wholeFile(file), includedBy(file))),
    io,
  );
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (json) await printJson(findings, io);
  else {
    for (const finding of findings) await printFinding(finding, io);
    const warnings = findings.filter(({ severity }) => severity === 'warning').length;
    io.say(
      `${formatCount(files.length, 'file')}: ${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}`,
    );
  }
  if (unread !== 0) return unread;
  return errors === 0 ? 0 : 1;
}

async function printFinding({ place, severity, message, problem }: LintFinding, io: CliIo): Promise<void> {
  const said = painted(COLOURS[severity], severity);
  await io.printLine(`${place.file}:${place.line}: `, said, `: ${message} (${problem})`);
}

async function printJson(findings: readonly LintFinding[], io: CliIo): Promise<void> {
  const lines = findings.map(({ place: { file, line }, ...rest }) =>
    printedJson({ file, line, ...rest } satisfies LintJson),
  );
  await io.print(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
}
