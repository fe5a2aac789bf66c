import { INVALID_PARAMS } from '../../../acp/methods/error-codes.js';
import { announced } from '../../../model/handshake/announced-capabilities.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import { listOf, objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import type { ErrorFacts, Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { haveClash, transportPath } from './mcp-servers.js';

/** What else an error may be about: the session, the user, the model behind the agent, or this one value. */
const ANOTHER_CAUSE = new RegExp(
  [
    'not found|no such|unknown|exist|enoent|eacces|denied|permission|invalid session',
    'auth|log ?in|sign ?in|quota|rate|limit|too (?:long|large|big|many)|size|empty',
    'model|provider|\\bmode\\b|busy|in progress|already|running|cursor|cwd|spawn|connect|timed? ?out',
    // one of the many formats of a kind of content, which nobody promised
    '\\b(?:image|audio|video|text|application)/[a-z0-9]|mime|format|decod|corrupt|duplicate|unique',
  ].join('|'),
  'i',
);

/** A request refused as invalid that looks valid, and whose error names no other cause. */
function refused({ error, exchange }: Step): Exchange | undefined {
  if (error?.code !== INVALID_PARAMS || exchange === undefined || exchange.faults.length > 0) return undefined;
  return mentions(error, ANOTHER_CAUSE) || namesAnotherMember(error) ? undefined : exchange;
}

/** Members of params that the features are in. */
const FEATURE_MEMBERS: ReadonlySet<string> = new Set(['prompt', 'mcpServers', 'additionalDirectories']);

/** Whether the error's data are the members that are wrong, as the SDK's validator gives them, and they are others. */
function namesAnotherMember({ data }: ErrorFacts): boolean {
  const wrong = Object.entries(objectOf(data) ?? {}).filter(
    ([name, value]) => name !== '_errors' && JSON.stringify(objectOf(value) ?? null).includes('"_errors":['),
  );
  return wrong.length > 0 && wrong.every(([name]) => !FEATURE_MEMBERS.has(name));
}

/** A session that was made or opened here, and is there as far as the conversation shows. */
function isThere(session: Session | undefined): boolean {
  return session !== undefined && session.origin !== 'seen' && session.deleted === undefined;
}

const BASELINE_TYPES: ReadonlySet<string> = new Set(['text', 'resource_link']);
const ABOUT_CONTENT = /content|block|resource|link|\btext\b|\btypes?\b/i;

export const baselineContentRejected = defineRule({
  id: 'capability/baseline-content-rejected',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Every agent takes text and resource links in prompts.',
  explanation:
    'These two need no capability, so that a client can always name a file. Read the file of a resource link where the ' +
    'agent can, and otherwise pass its uri on to the model. Reported where a prompt of nothing else is refused with ' +
    '-32602 and holds a resource link, or the error speaks of the content. Not reported: other errors, those that name ' +
    'another cause, as an unknown session or a limit, and prompts that are themselves wrong.',
  spec: 'v1/content',
  messages: { rejected: 'a prompt of nothing but {types} was refused: {text}' },
  on: ['response:session/prompt'],
  inspect({ step, report }) {
    const exchange = refused(step);
    const types = exchange?.prompt?.types ?? [];
    if (exchange === undefined || step.error === undefined || types.length === 0) return;
    if (!isThere(step.session) || !types.every((type) => BASELINE_TYPES.has(type))) return;
    if (!types.includes('resource_link') && !mentions(step.error, ABOUT_CONTENT)) return;
    const named = enumerated(types.map((type) => quoted(type)));
    report('rejected', { data: { types: named, text: quoted(step.error.message) }, evidence: [exchange] });
  },
});

/** Something that a request makes use of and that needs a capability. */
interface Feature {
  /** For people. */
  readonly name: string;
  readonly path: string;
  /** How an error speaks of it. */
  readonly words: RegExp;
}

/** Blocks of a prompt, by type: v1 has them below promptCapabilities, v2 below session.prompt. */
const BLOCKS: readonly Feature[] = [
  { name: 'image', path: 'image', words: /image|picture|vision/i },
  { name: 'audio', path: 'audio', words: /audio|sound/i },
  { name: 'resource', path: 'embeddedContext', words: /resource|embed/i },
];

/** Requests that need a capability as a whole; v2 has only the last as an option. */
const REQUESTS: Readonly<Record<string, Feature>> = {
  'session/load': { name: 'session/load', path: 'loadSession', words: /\bload/i },
  'session/resume': { name: 'session/resume', path: 'sessionCapabilities.resume', words: /\bresum/i },
  'session/close': { name: 'session/close', path: 'sessionCapabilities.close', words: /\bclos/i },
  'session/list': { name: 'session/list', path: 'sessionCapabilities.list', words: /\blist/i },
  'session/delete': { name: 'session/delete', path: 'sessionCapabilities.delete', words: /\bdelet/i },
  logout: { name: 'logout', path: 'auth.logout', words: /\blog ?out/i },
};

const MAKES_SESSION: ReadonlySet<string> = new Set(['session/new', 'session/load', 'session/resume', 'session/fork']);

export const advertisedButRejected = defineRule({
  id: 'capability/advertised-but-rejected',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'What an agent announced it also accepts.',
  explanation:
    'The client looked at initialize and used only what was announced there; a refusal leaves it nothing to go by. ' +
    'Accept it, or stop announcing it. An error where the text names what was refused, else a warning, as -32602 may ' +
    'have another cause. Not reported: other codes (-32601 is capability/advertised-but-not-found), texts that name ' +
    'another cause, as a model without vision or an unknown session, and requests that are themselves wrong, or have ' +
    'MCP servers of one name.',
  spec: 'v1/initialization#capabilities',
  messages: { rejected: '{method} makes use of {features}, as announced, and was refused: {text}' },
  on: ['response if failed'],
  inspect({ connection, step, report, hasReported }) {
    const exchange = step.sender === 'agent' ? refused(step) : undefined;
    if (exchange === undefined || step.error === undefined || hasReported('capability')) return;
    if (!canBeAsked(exchange, step)) return;
    const features = featuresOf(connection, exchange, step);
    if (features.length === 0 || !features.every(({ path }) => announced(connection, 'agent', path))) return;
    const { error } = step;
    const severity = features.some(({ words }) => mentions(error, words)) ? 'error' : 'warning';
    const named = enumerated(features.map(({ name }) => quoted(name)));
    const data = { method: exchange.method, features: named, text: quoted(error.message) };
    report('rejected', { data, severity, evidence: [exchange, connection.initialization.answer] });
  },
});

/** Whether nothing but the capability can be at issue: the session is there, the cursor is none that got lost, names differ. */
function canBeAsked({ method, sessionId }: Exchange, { session, params }: Step): boolean {
  if (haveClash(objectsOf(params?.['mcpServers']))) return false;
  if (method === 'session/list') return textOf(params?.['cursor']) === undefined;
  return sessionId === undefined || isThere(session);
}

function featuresOf({ version }: Connection, exchange: Exchange, { params }: Step): Feature[] {
  const { method, prompt } = exchange;
  const isV2 = version === 2;
  const features = BLOCKS.filter(({ name }) => prompt?.types.includes(name) === true).map((block) => ({
    ...block,
    path: `${isV2 ? 'session.prompt' : 'promptCapabilities'}.${block.path}`,
  }));
  const whole = Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined;
  if (whole !== undefined && !isV2) features.push(whole);
  if (whole !== undefined && isV2 && method === 'session/delete') features.push({ ...whole, path: 'session.delete' });
  if (!MAKES_SESSION.has(method)) return features;
  if (listOf(params?.['additionalDirectories']).length > 0) {
    const path = `${isV2 ? 'session' : 'sessionCapabilities'}.additionalDirectories`;
    features.push({ name: 'additionalDirectories', path, words: /director|root|folder/i });
  }
  for (const server of objectsOf(params?.['mcpServers'])) {
    const path = transportPath(version, server);
    if (path === undefined || features.some((known) => known.path === path)) continue;
    const name = `MCP server of type ${textOf(server['type']) ?? ''}`;
    features.push({ name, path, words: /\bmcp|transport|\bhttp\b|\bsse\b|stdio/i });
  }
  return features;
}
