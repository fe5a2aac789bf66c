import { readFileSync } from 'node:fs';
import { RULES } from '../../check/rules/index.js';
import { SEVERITIES } from '../../check/engine/severity.js';
import type { Rule } from '../../check/engine/rule.js';
import { specAddress } from '../../check/engine/spec-address.js';
import { rulePage, versionsText } from '../../report/rules/rule-page.js';
import { lineOf, Table, type Column } from '../../report/table.js';
import type { RuleJson } from '../../report/json-output.js';
import { formatCount } from '../../report/quantities.js';
import { printedJson } from '../../report/printed-json.js';
import { painted, type CliIo } from '../program/io.js';
import { unknownRule } from '../../tasks/checking/check-settings.js';
import { packageFile } from '../../package-files.js';

export interface RulesOptions {
  readonly severity?: string;
  readonly version?: string;
  readonly fault?: string;
  readonly json?: boolean;
}

const COLUMNS: readonly Column<Rule>[] = [
  { title: 'rule', text: ({ id }) => id, align: 'left', width: [10, 48] },
  {
    title: 'severity',
    text: ({ severity, isOptIn }) => `${severity}${isOptIn ? ' (off)' : ''}`,
    align: 'left',
    width: [8, 14],
  },
  { title: 'versions', text: versionsText, align: 'left', width: [6, 10] },
  { title: 'fault', text: ({ fault }) => fault, align: 'left', width: [6, 8] },
  { title: 'summary', text: ({ summary }) => summary, align: 'left', width: [20, 400] },
];

/** `turntable rules`: lists all rules or one family, or explains one rule. */
export async function rules(named: string | undefined, options: RulesOptions, io: CliIo): Promise<number> {
  const chosen = RULES.filter((rule) => isChosen(rule, named, options));
  if (named !== undefined && !RULES.some((rule) => isChosen(rule, named, {}))) throw unknownRule(named);
  if (options.json) await io.print(`${printedJson(chosen.map(ruleJson), 2)}\n`);
  else {
    const one = chosen.find(({ id }) => id === named);
    if (one === undefined) await printList(chosen, io);
    else await io.print(rulePage(one, exampleOf(one), io.columns));
  }
  return 0;
}

function isChosen(rule: Rule, named: string | undefined, { severity, version, fault }: RulesOptions): boolean {
  const { id, versions } = rule;
  if (named !== undefined && id !== named && !id.startsWith(`${named.replace(/\/\*?$/, '')}/`)) return false;
  if (severity !== undefined && rule.severity !== severity) return false;
  if (
    version !== undefined &&
    !versions.some((known) => known === version || (known === 'v2' && version.startsWith('v2')))
  )
    return false;
  return fault === undefined || rule.fault === fault || rule.fault === 'sender' || rule.fault === 'receiver';
}

async function printList(chosen: readonly Rule[], io: CliIo): Promise<void> {
  const table = new Table(COLUMNS, io.columns);
  table.measure(chosen);
  await io.printLine(painted('dim', lineOf(table.titles())));
  for (const rule of chosen) await io.printLine(lineOf(table.row(rule)));
  const counts = SEVERITIES.map((severity) =>
    formatCount(chosen.filter((rule) => rule.severity === severity).length, severity),
  );
  const sum = `${formatCount(chosen.length, 'rule')}: ${counts.join(', ')}. Explain one: turntable rules RULE`;
  await io.printLine(painted('dim', sum));
}

function ruleJson({ id, severity, versions, fault, summary, explanation, spec, isOptIn }: Rule): RuleJson {
  return {
    id,
    severity,
    versions: [...versions],
    fault,
    summary,
    explanation,
    spec: specAddress(spec),
    offByDefault: isOptIn === true,
  };
}

/** The example of a rule, as text. */
export function exampleOf({ id }: Rule): string | undefined {
  const examples = JSON.parse(readFileSync(packageFile('dist/rule-examples.json'), 'utf8')) as Record<string, string>;
  return examples[id];
}
