import { OPENS_SESSION } from '../../acp/methods/method-groups.js';
import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import { openSpans } from '../spans/open-spans.js';
import type { Connection } from '../state/connection.js';
import type { Moment } from '../state/moment.js';
import type { Rhythm } from '../state/session.js';
import type { OpenSpan } from '../state/span.js';
import type { Outside, Sign, Wait, WaitKind } from '../state/wait.js';
import { headsOf, questionBefore, turnBefore } from './head-of-line.js';
import { patienceOf } from './patience.js';
import { rhythmOf } from './rhythm.js';
import { circumstancesOf, signsOf } from './signs.js';

/**
 * Everything that is waited for now, oldest first: which side owes what, with everything that is open in it. Derived
 * from the state on each call; time passing changes nothing.
 */
export function waitsOf(connection: Connection, outside: Outside = {}): Wait[] {
  const spans = openSpans(connection);
  const ids = new Set(spans.map(({ id }) => id));
  const isRoot = ({ parent }: OpenSpan): boolean => parent === undefined || !ids.has(parent);
  const children = childrenOf(spans);
  const heads = headsOf(connection, spans);
  const rhythm = rhythmOf(connection);
  const circumstances = { ...circumstancesOf(connection, outside), rhythm };
  return spans.filter(isRoot).map((root) => {
    const chain = [...within(root, children), root];
    const own = { chain, cause: causeOf(chain) };
    const signs = signsOf(connection, own, {
      ...circumstances,
      behind: questionBefore(own, heads) ?? turnBefore(own, heads),
    });
    return waitOf(connection, own, { signs, rhythm });
  });
}

/** Everything that is open within a span, innermost first; on the same level, oldest first. */
function within({ id }: OpenSpan, children: Children): OpenSpan[] {
  const own = children.get(id) ?? [];
  return [...own.flatMap((child) => within(child, children)), ...own];
}

type Children = ReadonlyMap<string, readonly OpenSpan[]>;

function childrenOf(spans: readonly OpenSpan[]): Children {
  const children = new Map<string, OpenSpan[]>();
  for (const span of spans) {
    if (span.parent === undefined) continue;
    const siblings = children.get(span.parent) ?? [];
    siblings.push(span);
    children.set(span.parent, siblings);
  }
  return children;
}

function waitOf(
  connection: Connection,
  own: Pick<Wait, 'chain' | 'cause'>,
  { signs, rhythm }: { readonly signs: readonly Sign[]; readonly rhythm: Rhythm },
): Wait {
  const full = signs.find(isFullPipe);
  const works = full === undefined ? own.cause.works : full.stream === 'client' ? 'agent' : 'client';
  const kind = kindOf(connection, own, signs);
  const last = withBegunLine(lastSignIn(own), signs);
  return { ...own, kind, works, last, patienceMs: patienceOf(kind, rhythm), signs };
}

/** Bytes of a line that goes on are progress too. */
function withBegunLine(last: Moment, signs: readonly Sign[]): Moment {
  const begun = signs.find(({ type }) => type === 'unfinished');
  return begun?.type === 'unfinished' ? { seq: last.seq, at: Math.max(last.at, begun.line.lastMs) } : last;
}

/** Everything the agent does in a turn is progress. If the client has to act, nothing shows before the answer. */
function lastSignIn({ chain, cause }: Pick<Wait, 'chain' | 'cause'>): Moment {
  if (cause.owes === 'client') return cause.last;
  const own = chain.filter(({ owes }) => owes === 'agent').map(({ last }) => last);
  return own.reduce((latest, last) => (last.seq > latest.seq ? last : latest), cause.last);
}

/** The span that holds up the others: first a person, then a command, the client, a tool call, and last the agent. */
function causeOf(chain: readonly OpenSpan[]): OpenSpan {
  const parents = new Set(chain.map(({ parent }) => parent));
  const leaves = chain.filter(({ id }) => !parents.has(id));
  const ranked = leaves.map((leaf) => ({ leaf, rank: rankOf(leaf) })).sort((a, b) => a.rank - b.rank);
  const [first] = ranked;
  if (first === undefined) throw new RangeError('a chain of nothing');
  return first.leaf;
}

function rankOf({ works, kind }: OpenSpan): number {
  if (works === 'user') return 0;
  if (works === 'other') return 1;
  if (works === 'client') return 2;
  return kind === 'tool-call' ? 3 : 4;
}

function kindOf(
  { version }: Connection,
  { chain, cause }: Pick<Wait, 'chain' | 'cause'>,
  signs: readonly Sign[],
): WaitKind {
  const has = (type: Sign['type']): boolean => signs.some((sign) => sign.type === type);
  if (signs.some(isFullPipe)) return 'not-reading';
  if (signs.some((sign) => sign.type === 'unfinished' && sign.isWhole)) return 'unfinished-line';
  if (cause.owes === 'client') return kindOfClients(cause);
  if (has('behind')) return cause.kind === 'turn' ? 'queued-prompt' : 'head-of-line';
  if (chain.some(({ kind, cancelled }) => kind === 'turn' && cancelled !== undefined)) return 'cancelled-turn';
  return kindOfAgents(cause, version);
}

/** A pipe that the conversation needs. Whether the agent waits for room in its stderr cannot be seen. */
function isFullPipe(sign: Sign): sign is Extract<Sign, { type: 'not-reading' }> {
  return sign.type === 'not-reading' && sign.stream !== 'stderr';
}

/** The cause of a wait for the client. */
function kindOfClients({ kind, works, cancelled }: OpenSpan): WaitKind {
  if (cancelled !== undefined) return 'withdrawn-request';
  switch (kind) {
    case 'permission':
    case 'elicitation':
      return kind;
    case 'fs':
      return 'file';
    case 'terminal':
      return works === 'other' ? 'command' : 'terminal';
    default:
      return 'agent-request';
  }
}

/** The cause of a wait for the agent. */
function kindOfAgents({ kind, works, status, request }: OpenSpan, version: ProtocolVersion): WaitKind {
  switch (kind) {
    case 'handshake':
      return request?.method === 'initialize' ? 'initialize' : 'sign-in';
    case 'turn':
      if (works === 'user') return 'requires-action';
      if (status === 'accepted') return 'queued-prompt';
      return version === 2 && request !== undefined ? 'prompt-acceptance' : 'prompt';
    case 'tool-call':
      return kind;
    default:
      return request !== undefined && OPENS_SESSION.has(request.method) ? 'session-setup' : 'client-request';
  }
}
