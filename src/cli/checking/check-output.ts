import type { Rule } from '../../check/engine/rule.js';
import type { Severity } from '../../check/engine/severity.js';
import type { Checked } from '../../report/check/checked.js';
import { githubLines } from '../../report/check/check-github.js';
import { checkJson } from '../../report/check/check-json.js';
import { junit } from '../../report/check/check-junit.js';
import { markdownReport } from '../../report/check/check-markdown.js';
import { sarif } from '../../report/check/check-sarif.js';
import { printedJson } from '../../report/printed-json.js';
import { textReport, type ReportLine } from '../../report/check/check-text.js';
import type { CheckSettings } from '../../tasks/checking/check-settings.js';
import { painted, type CliIo, type Colour } from '../program/io.js';
import { writeLines } from '../../tasks/output-file.js';
import { packageVersion } from '../../package-files.js';

export const REPORT_FORMATS = ['text', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Whether a report quotes the beginning of each frame that has a violation. */
export function quotesFrames(format: ReportFormat = 'text'): boolean {
  return format === 'text' || format === 'sarif';
}

export interface ReportOptions {
  readonly format?: ReportFormat;
  /** The lowest severity shown in text, markdown and github reports. */
  readonly show?: Severity;
  /** The file to write; stdout without it. */
  readonly output?: string;
  readonly settings: CheckSettings;
  readonly rules: readonly Rule[];
}

const COLOURS: Readonly<Record<Severity, Colour>> = { error: 'red', warning: 'yellow', info: 'cyan' };

/**
 * Prints the report, or writes it to a file.
 *
 * @throws {TurntableError} `FILE_UNWRITABLE`
 */
export async function printReport(all: readonly Checked[], options: ReportOptions, io: CliIo): Promise<void> {
  const { output } = options;
  if (output !== undefined) writeLines(output, report(all, options));
  else if (options.format === undefined || options.format === 'text') await printText(all, options, io);
  else for (const piece of report(all, options)) await io.print(piece);
}

async function printText(all: readonly Checked[], { show = 'warning' }: ReportOptions, io: CliIo): Promise<void> {
  for (const checked of all) {
    for (const line of textReport(checked, show)) await io.printLine(painted(colourOf(line), line.text));
  }
}

function* report(
  all: readonly Checked[],
  { format = 'text', show = 'warning', settings, rules }: ReportOptions,
): Generator<string> {
  switch (format) {
    case 'text':
      for (const checked of all) for (const { text } of textReport(checked, show)) yield `${text}\n`;
      return;
    case 'json':
      yield `${printedJson(checkJson(all), 2)}\n`;
      return;
    case 'sarif':
      yield `${printedJson(sarif(all, { rules, version: packageVersion() }), 2)}\n`;
      return;
    case 'junit':
      yield junit(all, { failOn: settings.failOn, at: new Date() });
      return;
    case 'github':
      yield* githubLines(all, show);
      return;
    case 'markdown':
      for (const checked of all) yield markdownReport(checked, { rules, least: show });
      return;
    default:
      format satisfies never;
  }
}

function colourOf({ severity, isTitle, isDim }: ReportLine): Colour | undefined {
  if (severity !== undefined) return COLOURS[severity];
  if (isTitle) return 'bold';
  return isDim ? 'dim' : undefined;
}
