import { escapeUnsafe } from '../../wire/plain-text.js';
import { isAtLeast, type Checked, type QuotedViolation, type UsedConfiguration } from './checked.js';
import type { Severity } from '../../check/engine/severity.js';

export interface JunitOptions {
  /** Less severe violations are not failures. */
  readonly failOn: Severity | 'never';
  /** When the check ran. */
  readonly at: Date;
}

/**
 * JUnit XML, as CI servers read it: a suite for each conversation, a case for each broken rule. A conversation without violations is one
 * passed case.
 *
 * It keeps to what the schemas of Ant and Jenkins both allow. Ant's is the stricter: no attributes on the root, a fixed order in a suite,
 * and no output in a case. So violations that fail nothing are in the output of the suite.
 */
export function junit(all: readonly Checked[], options: JunitOptions): string {
  const suites = all.map((checked, id) => suite(checked, id, options));
  return ['<?xml version="1.0" encoding="UTF-8"?>\n', '<testsuites>\n', ...suites, '</testsuites>\n'].join('');
}

function suite(checked: Checked, id: number, { failOn, at }: JunitOptions): string {
  const { violations, configuration, durationMs } = checked;
  const name = nameOf(checked);
  const byRule = groupedByRule(violations);
  const cases = [...byRule].map(([rule, own]) => testCase(name, rule, own, failOn));
  if (cases.length === 0) cases.push(emptyCase(name, 'no violation'));
  const attributes = {
    id,
    package: 'turntable',
    name,
    // the schema of Ant allows no time zone: UTC
    timestamp: at.toISOString().slice(0, 19),
    // the name of a machine is nobody's business
    hostname: 'localhost',
    tests: cases.length,
    failures: [...byRule.values()].filter((own) => own.some(({ severity }) => fails(severity, failOn))).length,
    errors: 0,
    time: (durationMs / 1000).toFixed(3),
  };
  return [
    `  <testsuite ${attributesText(attributes)}>\n`,
    properties(configuration),
    ...cases,
    `    <system-out>${output(checked, failOn).map(xml).join('\n')}</system-out>\n`,
    '    <system-err/>\n',
    '  </testsuite>\n',
  ].join('');
}

/** The schemas do not allow blank names. */
function nameOf({ name }: Checked): string {
  return name.trim() === '' ? 'unnamed' : name;
}

function properties(configuration: UsedConfiguration | undefined): string {
  if (configuration === undefined) return '    <properties/>\n';
  const { file, rulesOff, failOn } = configuration;
  const values = { configuration: file, rulesOff: String(rulesOff), ...(failOn !== undefined && { failOn }) };
  const lines = Object.entries(values).map(([name, value]) => `      <property ${attributesText({ name, value })}/>\n`);
  return `    <properties>\n${lines.join('')}    </properties>\n`;
}

function testCase(
  name: string,
  rule: string,
  violations: readonly QuotedViolation[],
  failOn: Severity | 'never',
): string {
  const failing = violations.find(({ severity }) => fails(severity, failOn));
  if (failing === undefined) return emptyCase(name, rule);
  const attributes = attributesText({ message: failing.message, type: rule });
  const failure = `<failure ${attributes}>${violations.map((each) => xml(line(each))).join('\n')}</failure>`;
  return `    <testcase ${caseAttributes(name, rule)}>\n      ${failure}\n    </testcase>\n`;
}

function emptyCase(name: string, rule: string): string {
  return `    <testcase ${caseAttributes(name, rule)}/>\n`;
}

/** All rules are checked together, so a case has no time of its own. */
function caseAttributes(classname: string, name: string): string {
  return attributesText({ classname, name, time: '0' });
}

/** What fails nothing: notes, and the rules whose violations are all less severe than `failOn`. */
function output({ violations, notes }: Checked, failOn: Severity | 'never'): string[] {
  const failing = new Set(violations.filter(({ severity }) => fails(severity, failOn)).map(({ rule }) => rule));
  const passed = violations.filter(({ rule }) => !failing.has(rule));
  return [...notes.map((note) => `note: ${note}`), ...passed.map((each) => `${each.rule}: ${line(each)}`)];
}

function line({ severity, seq, fault, message, place }: QuotedViolation): string {
  const where = place === undefined ? '' : ` (${place.file}:${place.line})`;
  return `${severity}, frame ${seq}${where}, ${fault}: ${message}`;
}

function attributesText(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${xml(String(value))}"`)
    .join(' ');
}

/** Text for XML 1.0, which cannot contain every character. */
function xml(text: string): string {
  return escapeUnsafe(text)
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function groupedByRule(violations: readonly QuotedViolation[]): Map<string, QuotedViolation[]> {
  const groups = new Map<string, QuotedViolation[]>();
  for (const violation of violations) groups.set(violation.rule, [...(groups.get(violation.rule) ?? []), violation]);
  return groups;
}

function fails(severity: Severity, failOn: Severity | 'never'): boolean {
  return failOn !== 'never' && isAtLeast(severity, failOn);
}
