import type { Rule } from '../../check/engine/rule.js';
import type { Severity } from '../../check/engine/severity.js';
import { specAddress } from '../../check/engine/spec-address.js';
import { inCode, plainMarkdown } from '../markdown.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { allowedNotes, configurationText, type Allowed, type Checked, type QuotedViolation } from './checked.js';

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** The page about the tool, for readers of a report. */
const INFORMATION = 'https://www.npmjs.com/package/acp-turntable';

export interface SarifOptions {
  /** All rules; the report describes those that were broken. */
  readonly rules: readonly Rule[];
  /** The version of Turntable. */
  readonly version: string;
}

/** SARIF 2.1.0 (OASIS) for code scanners. Violations in files have a location; those in recordings have none. */
export function sarif(all: readonly Checked[], { rules, version }: SarifOptions): unknown {
  const used = new Set(all.flatMap(({ violations }) => violations.map(({ rule }) => rule)));
  const reported = rules.filter(({ id }) => used.has(id));
  const indexes = new Map(reported.map(({ id }, index) => [id as string, index]));
  const driver = {
    name: 'turntable',
    semanticVersion: version,
    informationUri: INFORMATION,
    rules: reported.map(sarifRule),
  };
  const results = all.flatMap((checked) =>
    checked.violations.map((violation) => sarifResult(checked, violation, indexes.get(violation.rule))),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, ...invocations(all), results }],
  };
}

/** Says what silences rules: the configuration, and comments in files. Empty if there are none. */
function invocations(all: readonly Checked[]): object {
  const configuration = all[0]?.configuration;
  const told = [
    ...(configuration === undefined ? [] : [notification('note', configurationText(configuration))]),
    ...all.flatMap(({ name, allowed }) => allowedNotifications(name, allowed)),
  ];
  if (told.length === 0) return {};
  const properties = configuration && {
    properties: {
      configuration: configuration.file,
      rulesOff: configuration.rulesOff,
      failOn: configuration.failOn ?? null,
    },
  };
  return { invocations: [{ executionSuccessful: true, toolConfigurationNotifications: told, ...properties }] };
}

function allowedNotifications(name: string, allowed: Allowed | undefined): object[] {
  if (allowed === undefined) return [];
  const level = allowed.unused.length === 0 ? 'note' : 'warning';
  return allowedNotes(allowed).map((note) => notification(level, `${name}: ${note}`));
}

function notification(level: 'note' | 'warning', text: string): object {
  return { level, message: { text: escapeUnsafe(text) } };
}

function sarifRule({ id, summary, explanation, spec, severity }: Rule): unknown {
  const page = specAddress(spec);
  const example = `turntable rules ${id}`;
  return {
    id,
    name: id.replaceAll(/(?:^|[/-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: summary },
    fullDescription: { text: explanation },
    // code scanning shows it beside the alert
    help: {
      text: `${explanation}\n\nSpecification: ${page}\nWith an example: ${example}`,
      markdown: `${plainMarkdown(explanation)}\n\n[Specification](${page}). With an example: ${inCode(example)}`,
    },
    helpUri: page,
    defaultConfiguration: { level: LEVEL[severity] },
  };
}

function sarifResult({ name }: Checked, violation: QuotedViolation, ruleIndex: number | undefined): unknown {
  const { rule, severity, message, seq, fault, evidence, raced, sessionId, turn, quote, place } = violation;
  const logical = { name: `frame ${seq}`, fullyQualifiedName: `${name}/frame ${seq}`, kind: 'message' };
  const physical = place && {
    artifactLocation: { uri: uriOf(place.file) },
    region: { startLine: place.line, ...(quote !== undefined && { snippet: { text: quote } }) },
  };
  return {
    ruleId: rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: LEVEL[severity],
    message: { text: `frame ${seq}, ${fault}: ${message}` },
    locations: [{ ...(physical && { physicalLocation: physical }), logicalLocations: [logical] }],
    properties: { seq, fault, evidence, raced, sessionId: sessionId ?? null, turn: turn ?? null },
  };
}

/** A path as a relative reference, or as a file: address if it is absolute. */
function uriOf(path: string): string {
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}
