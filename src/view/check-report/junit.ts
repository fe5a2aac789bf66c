import { isAtLeast, type Checked, type QuotedViolation } from './checked.js';
import type { Severity } from '../../check/rule.js';

/**
 * JUnit XML, as CI servers read it: a suite a conversation, a case a rule that was broken; what is below `failOn` is no
 * failure. A conversation without violations is one case that passed.
 */
export function junit(all: readonly Checked[], failOn: Severity | 'never'): string {
  const suites = all.map((checked) => suite(checked, failOn));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="turntable check">\n${suites.join('')}</testsuites>\n`;
}

function suite({ name, violations }: Checked, failOn: Severity | 'never'): string {
  const byRule = groupedByRule(violations);
  const cases = [...byRule].map(([rule, own]) => testCase(name, rule, own, failOn));
  if (cases.length === 0) cases.push(`    <testcase classname="${xml(name)}" name="no violation"/>\n`);
  const failures = [...byRule.values()].filter((own) => own.some(({ severity }) => fails(severity, failOn))).length;
  return `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}">\n${cases.join('')}  </testsuite>\n`;
}

function testCase(
  name: string,
  rule: string,
  violations: readonly QuotedViolation[],
  failOn: Severity | 'never',
): string {
  const lines = violations.map(
    ({ severity, seq, fault, message }) => `${severity}, frame ${seq}, ${fault}: ${message}`,
  );
  const text = xml(lines.join('\n'));
  const failing = violations.find(({ severity }) => fails(severity, failOn));
  const inside =
    failing === undefined
      ? `      <system-out>${text}</system-out>\n`
      : `      <failure message="${xml(failing.message)}" type="${xml(rule)}">${text}</failure>\n`;
  return `    <testcase classname="${xml(name)}" name="${xml(rule)}">\n${inside}    </testcase>\n`;
}

/** Text for XML 1.0; characters that it cannot hold at all become U+FFFD. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
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
