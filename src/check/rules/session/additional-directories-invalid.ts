import type { VersionedProtocol } from '../../../acp/methods/protocol.js';
import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { listOf, textOf } from '../../../model/json-access.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { compareDirectories } from './directories.js';

/** More entries than this are not told one by one. */
const SHOWN = 5;

const MESSAGES = {
  relative: '{entries} of additionalDirectories: each entry is an absolute path',
  redundant: '{entries} of additionalDirectories: duplicates and cwd itself are left out',
  accepted: 'the {method} request was answered by success although {entries} of additionalDirectories',
} as const;

export const additionalDirectoriesInvalid = defineRule({
  id: 'session/additional-directories-invalid',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'additionalDirectories holds absolute paths, each once, and not the cwd of the session.',
  explanation:
    'The roots of a session are cwd and these directories. A relative or empty one means nothing: client and agent have ' +
    'different working directories, and the agent would open the wrong tree, or all of it. Send absolute paths; the agent ' +
    'refuses others with -32602, and is reported too where it takes them. A directory that stands there twice, or that is ' +
    'cwd, is only a warning. Not reported: directories that lie within each other.',
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
    else if (seen.includes(entry)) redundant.push(`entry ${i + 1} (${quoted(entry)}) stands there twice`);
    seen.push(entry);
  }
  return redundant.slice(0, SHOWN);
}
