import { specAddress } from '../../check/engine/spec-address.js';
import type { Rule } from '../../check/engine/rule.js';
import type { Severity } from '../../check/engine/severity.js';
import { inCode, plainMarkdown } from '../markdown.js';
import { formatCount } from '../quantities.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { configurationText, countsOf, isAtLeast, type Checked, type QuotedViolation } from './checked.js';
import { summary } from './check-text.js';
import { alikeText, folded } from './folded.js';

export interface MarkdownOptions {
  readonly rules: readonly Rule[];
  /** Less severe violations are only counted. */
  readonly least: Severity;
  /** The violations to list, if the others are already shown elsewhere. Default: all. */
  readonly listed?: readonly QuotedViolation[];
}

/** A report to paste into an issue or a pull request. */
export function markdownReport(checked: Checked, { rules, least, listed }: MarkdownOptions): string {
  const { name, frames, protocol, violations, notes, configuration } = checked;
  const specs = new Map(rules.map(({ id, spec }) => [id as string, spec]));
  const shown = (listed ?? violations).filter(({ severity }) => isAtLeast(severity, least));
  const rows = folded(shown).map(({ violation: { severity, rule, seq, fault, message }, alike }) => {
    const spec = specs.get(rule);
    const link = spec === undefined ? inCode(rule) : `[${inCode(rule)}](${specAddress(spec)})`;
    const more = alike.length === 0 ? '' : ` (${alikeText(alike)})`;
    return `| ${severity} | ${link} | ${fault} | ${seq} | ${cell(`${message}${more}`)} |\n`;
  });
  const table =
    rows.length === 0 ? '' : `\n| severity | rule | fault | frame | what |\n|---|---|---|---|---|\n${rows.join('')}`;
  const told = [...notes, ...(configuration === undefined ? [] : [cell(configurationText(configuration))])];
  const more = told.map((note) => `\n> ${note}\n`).join('');
  return `### ${cell(name)}\n\n${formatCount(frames, 'frame')}, ${cell(protocol)}: ${summary(countsOf(violations), least)}\n${table}${more}\n`;
}

function cell(text: string): string {
  return plainMarkdown(escapeUnsafe(text).replaceAll(/\s+/g, ' '));
}
