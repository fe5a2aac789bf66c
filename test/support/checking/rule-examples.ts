import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readProtocol } from '../../../src/acp/methods/read-protocol.js';
import { Checker, type CheckerOptions } from '../../../src/check/engine/checker.js';
import type { Thresholds } from '../../../src/check/engine/context.js';
import { RULES } from '../../../src/check/rules/index.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import { readFixture } from '../../../src/fixture/format/read-fixture.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';
import type { Observed } from '../conversations/observing.js';

export const EXAMPLES = join(import.meta.dirname, '../../../fixtures/rules');

export const PROTOCOL = readProtocol(loadSdkSchemas());

/** An example of a rule, or its clean twin. */
export interface Example {
  /** As `cancel/wrong-stop-reason`, with `.clean` behind it for the twin. */
  readonly name: string;
  readonly path: string;
}

export function ruleExamples(): Example[] {
  const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.acp'));
  return files
    .filter((name) => !name.startsWith('given'))
    .sort()
    .map((name) => ({ name: name.replace(/\.acp$/, ''), path: join(EXAMPLES, name) }));
}

/** The entries of all examples and their twins. */
export function observedExamples(): Observed[][] {
  return ruleExamples().map(({ name, path }) => {
    const read = readFixture(`${name}.acp`, readFileSync(path), (included) => readFileSync(join(EXAMPLES, included)));
    return read.items.flatMap((item): Observed[] => {
      if (item.type === 'event') return [item];
      if (item.type !== 'frame' || item.stream === 'stderr') return [];
      const { stream: sender, bytes, terminated, atNs } = item;
      return [{ type: 'frame', sender, bytes, terminated, atNs }];
    });
  });
}

/** What an example expects and what the checker says, as `seq severity rule` each. */
export interface Judged {
  readonly expected: readonly string[];
  readonly found: readonly string[];
  readonly violations: readonly Violation[];
}

/** Checks a fixture with all rules, those that are off by default too. */
export function judge(path: string, options: Partial<CheckerOptions> = {}): Judged {
  return judgeBytes(relative(EXAMPLES, path), readFileSync(path), options);
}

/**
 * Checks what goes on from one of the given beginnings of the examples.
 *
 * @param given its name, as `G1p`
 */
export function judgeLines(given: string, lines: readonly string[], options: Partial<CheckerOptions> = {}): Judged {
  const text = ['#acp-fixture 1', `# include: ../given/${given}.acp`, ...lines, ''].join('\n');
  return judgeBytes('family/made-up.acp', new TextEncoder().encode(text), options);
}

function judgeBytes(name: string, bytes: Uint8Array, options: Partial<CheckerOptions>): Judged {
  const { headers, items } = readFixture(name, bytes, (included) => readFileSync(join(EXAMPLES, included)));
  const violations: Violation[] = [];
  const expected: string[] = [];
  const isCut = headers.some(([name]) => name === 'cut');
  const checker = new Checker({
    protocol: PROTOCOL,
    rules: RULES,
    onViolation: (violation) => violations.push(violation),
    ...(isCut ? { fromStart: false } : {}),
    thresholds: thresholdsIn(headers),
    ...options,
  });
  let seq = -1;
  for (const item of items) {
    if (item.type === 'expectation') expected.push(`${seq} ${item.severity} ${item.rule}`);
    if (item.type !== 'frame' && item.type !== 'event') continue;
    seq += 1;
    if (item.type === 'event') checker.event({ ...item, seq });
    else if (item.stream !== 'stderr') {
      const { stream: sender, bytes: line, terminated, atNs } = item;
      checker.frame({ seq, sender, bytes: line, sizeBytes: line.length, terminated, atNs });
    }
  }
  checker.end();
  const found = violations.map(({ seq: at, severity, rule }) => `${at} ${severity} ${rule}`);
  return { expected: expected.sort(), found: found.sort(), violations };
}

/** `# threshold: frameBytes=300` lowers a limit that no example could reach. */
function thresholdsIn(headers: readonly (readonly [string, string])[]): Partial<Thresholds> {
  return Object.fromEntries(
    headers.flatMap(([name, value]): [string, number][] => {
      const [threshold = '', limit] = value.split('=');
      return name === 'threshold' ? [[threshold, Number(limit)]] : [];
    }),
  );
}
