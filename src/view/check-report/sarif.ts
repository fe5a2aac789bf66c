import type { Rule, Severity } from '../../check/rule.js';
import { specAddress } from '../../check/spec-address.js';
import type { Checked, QuotedViolation } from './checked.js';

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0 (OASIS), as code scanners read it. A frame's line in its file is `seq + 1` where the file has no headers. */
export function sarif(all: readonly Checked[], rules: readonly Rule[], version: string): unknown {
  const used = new Set(all.flatMap(({ violations }) => violations.map(({ rule }) => rule)));
  const driver = {
    name: 'turntable',
    version,
    rules: rules.filter(({ id }) => used.has(id)).map(sarifRule),
  };
  const results = all.flatMap((checked) => checked.violations.map((violation) => sarifResult(checked, violation)));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
}

function sarifRule({ id, summary, explanation, spec, severity }: Rule): unknown {
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: explanation },
    helpUri: specAddress(spec),
    defaultConfiguration: { level: LEVEL[severity] },
  };
}

function sarifResult(checked: Checked, { rule, severity, message, seq, fault, ...more }: QuotedViolation): unknown {
  const { evidence, raced, sessionId, turn, quote } = more;
  return {
    ruleId: rule,
    level: LEVEL[severity],
    message: { text: `frame ${seq}, ${fault}: ${message}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: checked.file ?? checked.name },
          ...(quote !== undefined && { region: { snippet: { text: quote }, startLine: 1 } }),
        },
        logicalLocations: [{ name: `frame ${seq}`, kind: 'message' }],
      },
    ],
    properties: { seq, fault, evidence, raced, sessionId: sessionId ?? null, turn: turn ?? null },
  };
}
