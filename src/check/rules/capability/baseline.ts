import { announced } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { isThere, notFound, refused } from './refused-feature.js';

/** Methods that every agent, and every client, must implement in both versions. */
const BASELINE: Readonly<Record<'client' | 'agent', ReadonlySet<string>>> = {
  agent: new Set(['initialize', 'session/new', 'session/prompt']),
  client: new Set(['session/request_permission']),
};

/** Methods that the capability `session` of v2 includes. */
const SESSION_BASELINE: ReadonlySet<string> = new Set([
  'session/new',
  'session/prompt',
  'session/list',
  'session/resume',
  'session/close',
]);

export const baselineMethodMissing = defineRule({
  id: 'capability/baseline-method-missing',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every side must implement the methods that need no capability.',
  explanation:
    'Nothing works without them. Every agent must implement initialize, session/new and session/prompt; in v2 an ' +
    'agent that announces session also session/list, session/resume and session/close. Every client must implement ' +
    'session/request_permission. A client that never asks its user must still answer permission requests, with the ' +
    'option it wants or with the outcome "cancelled".\n\n' +
    'Not reported: errors other than -32601, for example -32000 from an agent that wants authentication first.',
  spec: 'v1/overview',
  messages: { missing: 'the {side} answered {method} with error -32601; every {side}{condition} must implement it' },
  on: ['response if failed'],
  inspect({ connection, step, faultsOf, report }) {
    const exchange = notFound(step, faultsOf);
    if (exchange === undefined || exchange.sender === step.sender) return;
    const { method } = exchange;
    const side = step.sender;
    const isOfSessions = side === 'agent' && connection.version === 2 && SESSION_BASELINE.has(method);
    if (isOfSessions ? !announced(connection, 'agent', 'session') : !BASELINE[side].has(method)) return;
    const condition = isOfSessions ? ' with sessions' : '';
    report('missing', { data: { method, side, condition }, evidence: [exchange], once: method });
  },
});

const BASELINE_TYPES: ReadonlySet<string> = new Set(['text', 'resource_link']);

const ABOUT_CONTENT = /content|block|resource|link|\btext\b|\btypes?\b/i;

export const baselineContentRejected = defineRule({
  id: 'capability/baseline-content-rejected',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Every agent must accept text and resource links in prompts.',
  explanation:
    'These two need no capability, so that a client can always point to a file. Read the file of a resource link if ' +
    'you can; otherwise pass its uri to the model.\n\n' +
    'Reported if a prompt that holds nothing else is refused with -32602, and either it has a resource link or the ' +
    'error mentions the content. Not reported: other errors; errors that name another cause, such as an unknown ' +
    'session or a limit; invalid prompts.',
  spec: 'v1/content',
  messages: { rejected: 'the agent refused a prompt that holds only {types}, which every agent must accept: {text}' },
  on: ['response:session/prompt'],
  inspect({ step, faultsOf, report }) {
    const exchange = refused(step, faultsOf);
    const types = exchange?.prompt?.types ?? [];
    if (exchange === undefined || step.error === undefined || types.length === 0) return;
    if (!isThere(step.session) || !types.every((type) => BASELINE_TYPES.has(type))) return;
    if (!types.includes('resource_link') && !mentions(step.error, ABOUT_CONTENT)) return;
    const named = enumerated(types.map((type) => quoted(type)));
    report('rejected', { data: { types: named, text: quoted(step.error.message) }, evidence: [exchange] });
  },
});
