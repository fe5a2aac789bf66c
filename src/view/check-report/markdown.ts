import { specAddress } from '../../check/spec-address.js';
import type { Rule, Severity } from '../../check/rule.js';
import { inCode } from '../markdown.js';
import { countsOf, isAtLeast, type Checked } from './checked.js';
import { summary } from './text.js';

/** A report to paste into an issue or a pull request. */
export function markdownReport(checked: Checked, rules: ReadonlyMap<string, Rule>, least: Severity): string {
  const { name, frames, protocol, violations, notes } = checked;
  const rows = violations
    .filter(({ severity }) => isAtLeast(severity, least))
    .map(({ severity, rule, seq, fault, message }) => {
      const spec = rules.get(rule)?.spec;
      const link = spec === undefined ? inCode(rule) : `[${inCode(rule)}](${specAddress(spec)})`;
      return `| ${severity} | ${link} | ${fault} | ${seq} | ${cell(message)} |\n`;
    });
  const table =
    rows.length === 0 ? '' : `\n| severity | rule | fault | frame | what |\n|---|---|---|---|---|\n${rows.join('')}`;
  const more = notes.map((note) => `\n> ${note}\n`).join('');
  return `### ${cell(name)}\n\n${frames} frames, ${protocol}: ${summary(countsOf(violations), least)}\n${table}${more}\n`;
}

function cell(text: string): string {
  return text.replaceAll(/[\\|<>*_[\]]/g, (character) => `\\${character}`).replaceAll(/\s+/g, ' ');
}
