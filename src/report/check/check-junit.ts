import { escapeUnsafe } from '../../wire/plain-text.js';
import { isAtLeast, type Checked, type QuotedViolation, type UsedConfiguration } from './checked.js';
import type { Severity } from '../../check/engine/severity.js';

/**
 * JUnit XML, as CI servers read it: a suite a conversation, a case a rule that was broken; what is below `failOn` is no
 * failure. A conversation without violations is one case that passed.
 */
export function junit(all: readonly Checked[], failOn: Severity | 'never'): string {
  const suites = all.map((checked) => suite(checked, failOn));
  const tests = suites.reduce((sum, each) => sum + each.tests, 0);
  const failures = suites.reduce((sum, each) => sum + each.failures, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites name="turntable check" tests="${tests}" failures="${failures}" errors="0">\n`,
    ...suites.map(({ text }) => text),
    '</testsuites>\n',
  ].join('');
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly text: string;
}

function suite({ name, violations, configuration }: Checked, failOn: Severity | 'never'): Suite {
  const byRule = groupedByRule(violations);
  const cases = [...byRule].map(([rule, own]) => testCase(name, rule, own, failOn));
  if (cases.length === 0) cases.push(`    <testcase classname="${xml(name)}" name="no violation"/>\n`);
  const tests = cases.length;
  const failures = [...byRule.values()].filter((own) => own.some(({ severity }) => fails(severity, failOn))).length;
  const counts = `tests="${tests}" failures="${failures}" errors="0"`;
  return {
    tests,
    failures,
    text: `  <testsuite name="${xml(name)}" ${counts}>\n${properties(configuration)}${cases.join('')}  </testsuite>\n`,
  };
}

function properties(configuration: UsedConfiguration | undefined): string {
  if (configuration === undefined) return '';
  const { file, rulesOff, failOn } = configuration;
  const values = { configuration: file, rulesOff: String(rulesOff), ...(failOn !== undefined && { failOn }) };
  const lines = Object.entries(values).map(
    ([name, value]) => `      <property name="${name}" value="${xml(value)}"/>\n`,
  );
  return `    <properties>\n${lines.join('')}    </properties>\n`;
}

function testCase(
  name: string,
  rule: string,
  violations: readonly QuotedViolation[],
  failOn: Severity | 'never',
): string {
  const text = violations.map((violation) => xml(line(violation))).join('\n');
  const failing = violations.find(({ severity }) => fails(severity, failOn));
  const inside =
    failing === undefined
      ? `      <system-out>${text}</system-out>\n`
      : `      <failure message="${xml(failing.message)}" type="${xml(rule)}">${text}</failure>\n`;
  return `    <testcase classname="${xml(name)}" name="${xml(rule)}">\n${inside}    </testcase>\n`;
}

function line({ severity, seq, fault, message, place }: QuotedViolation): string {
  const where = place === undefined ? '' : ` (${place.file}:${place.line})`;
  return `${severity}, frame ${seq}${where}, ${fault}: ${message}`;
}

/** Text for XML 1.0, which cannot hold all characters. */
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
