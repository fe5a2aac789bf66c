import type { VersionedProtocol } from '../../../acp/methods/protocol.js';
import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { listOf, textOf } from '../../../model/json-access.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { compareDirectories } from './directories.js';

/** At most this many entries are named one by one. */
const SHOWN = 5;

const MESSAGES = {
  relative: 'additionalDirectories: {entries}; each entry must be an absolute path',
  redundant: 'additionalDirectories: {entries}; leave out duplicates and cwd itself',
  accepted:
    'the agent accepted {method}, although in additionalDirectories {entries}; it must refuse it with error -32602',
} as const;

export const additionalDirectoriesInvalid = defineRule({
  id: 'session/additional-directories-invalid',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'additionalDirectories must hold absolute paths, each once, without cwd.',
  explanation:
    'The roots of a session are cwd and these directories. Client and agent have different working directories, so ' +
    'with a relative or empty path the agent would open the wrong tree, or all of it. Send absolute paths. The ' +
    'agent must refuse other paths with -32602, and is reported too if it accepts them.\n\n' +
    'Only a warning for a directory that appears twice or equals cwd. Not reported: directories inside each other.',
  spec: 'v1/session-setup#additional-workspace-roots',
  messages: MESSAGES,
  on: [
    'request:session/new',
    'request:session/load',
    'request:session/resume',
    'request:session/fork',
    'response:session/new',
    'response:session/load',
    'response:session/resume',
    'response:session/fork',
  ],
  inspect(context) {
    if (context.step.message.kind === 'response') judgeAnswer(context);
    else judgeRequest(context);
  },
});

function judgeRequest({ step, shapes, claim, report }: Context<typeof MESSAGES>): void {
  if (step.sender !== 'client') return;
  const wrong = shapes.filter(isWrongDirectory);
  for (const finding of wrong) claim(finding);
  if (wrong.length > 0) {
    report('relative', { data: { entries: entriesOf(wrong) } });
    return;
  }
  const redundant = redundantOf(step.params?.['additionalDirectories'], textOf(step.params?.['cwd']));
  if (redundant.length > 0) report('redundant', { data: { entries: enumerated(redundant) }, severity: 'warning' });
}

function judgeAnswer({ step, protocol, faultsOf, report }: Context<typeof MESSAGES>): void {
  const { sender, exchange, error, method = '' } = step;
  if (sender !== 'agent' || exchange === undefined || error !== undefined) return;
  if (!faultsOf(exchange).includes('session/additional-directories-invalid')) return;
  const wrong = wrongInRequest(protocol, exchange);
  if (wrong.length > 0)
    report('accepted', { data: { method, entries: entriesOf(wrong) }, evidence: [exchange], fault: 'agent' });
}

function wrongInRequest(protocol: VersionedProtocol, { method, params }: Exchange): ShapeFinding[] {
  const shape = protocol.method(method, 'request', 'client')?.request?.params;
  return (shape?.examine(params) ?? []).filter(isWrongDirectory);
}

function isWrongDirectory({ kind, path }: ShapeFinding): boolean {
  return kind === 'path' && path[0] === 'additionalDirectories';
}

function entriesOf(findings: readonly ShapeFinding[]): string {
  const entries = findings.slice(0, SHOWN).map(({ path, found }) => {
    return `entry ${Number(path[1] ?? 0) + 1} (${quoted(found)}) is ${found === '' ? 'empty' : 'not absolute'}`;
  });
  return enumerated(findings.length > SHOWN ? [...entries, `${findings.length - SHOWN} more are wrong`] : entries);
}

function redundantOf(value: Parameters<typeof listOf>[0], cwd: string | undefined): string[] {
  const seen: string[] = [];
  const redundant: string[] = [];
  for (const [i, entry] of listOf(value).entries()) {
    if (typeof entry !== 'string') continue;
    if (cwd !== undefined && compareDirectories(entry, cwd) === 'same') redundant.push(`entry ${i + 1} is cwd`);
    else if (seen.includes(entry)) redundant.push(`entry ${i + 1} (${quoted(entry)}) is a duplicate`);
    seen.push(entry);
  }
  return redundant.slice(0, SHOWN);
}
