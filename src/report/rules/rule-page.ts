import { specAddress } from '../../check/engine/spec-address.js';
import type { Blame } from '../../check/engine/severity.js';
import type { Rule } from '../../check/engine/rule.js';
import { wrapped, wrappedParagraphs } from '../wrapped.js';

/** Who is at fault, for a sentence. */
export const BLAME: Readonly<Record<Blame, string>> = {
  client: 'the client',
  agent: 'the agent',
  sender: 'the sender of the frame',
  receiver: 'the receiver of the frame',
};

/** "ACP v1, v2 (draft v2b)". */
export function versionsText({ versions }: Rule): string {
  return versions.join(', ');
}

/** Everything about a rule, for a terminal. @param example the text of its example, if it has one */
export function rulePage(rule: Rule, example: string | undefined, columns: number): string {
  const { id, severity, fault, summary, explanation, spec, isOptIn, needsHistory } = rule;
  const width = Math.min(columns, 100);
  const lines = [
    id,
    '',
    ...wrapped(summary, width),
    '',
    `severity  ${severity}${isOptIn === true ? `, off by default: turn it on with --enable ${id}` : ''}`,
    `versions  ${versionsText(rule)}`,
    `at fault  ${BLAME[fault]}`,
    `spec      ${specAddress(spec)}`,
    ...(needsHistory === true ? ['          only an info if the recording begins later than the connection'] : []),
    '',
    ...wrappedParagraphs(explanation, width),
  ];
  if (example !== undefined)
    lines.push(
      '',
      'Example:',
      '',
      ...example
        .trimEnd()
        .split('\n')
        .map((line) => `  ${line}`),
    );
  return `${lines.join('\n')}\n`;
}
