import { announced } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { isThere, notFound, refused } from './refused-feature.js';

/** What no agent of either version can do without, and no client. */
const BASELINE: Readonly<Record<'client' | 'agent', ReadonlySet<string>>> = {
  agent: new Set(['initialize', 'session/new', 'session/prompt']),
  client: new Set(['session/request_permission']),
};

/** What belongs to the capability `session` of v2. */
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
  summary: 'Every agent has initialize, session/new and session/prompt, and every client session/request_permission.',
  explanation:
    'These need no capability, as nothing works without them; in v2 an agent that announces session has session/list, ' +
    'session/resume and session/close too. Implement the method. A client that never asks its user answers permission ' +
    'requests all the same, with the option it wants or with the outcome "cancelled". Not reported: errors other than ' +
    '-32601, as -32000 of an agent that wants authentication first.',
  spec: 'v1/overview',
  messages: { missing: '{method} was answered with error -32601; every {side} has to have it{condition}' },
  on: ['response if failed'],
  inspect({ connection, step, faultsOf, report }) {
    const exchange = notFound(step, faultsOf);
    if (exchange === undefined || exchange.sender === step.sender) return;
    const { method } = exchange;
    const side = step.sender;
    const isOfSessions = side === 'agent' && connection.version === 2 && SESSION_BASELINE.has(method);
    if (isOfSessions ? !announced(connection, 'agent', 'session') : !BASELINE[side].has(method)) return;
    const condition = isOfSessions ? ' that announces sessions' : '';
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
  summary: 'Every agent takes text and resource links in prompts.',
  explanation:
    'These two need no capability, so that a client can always name a file. Read the file of a resource link where the ' +
    'agent can, and otherwise pass its uri on to the model. Reported where a prompt of nothing else is refused with ' +
    '-32602 and holds a resource link, or the error speaks of the content. Not reported: other errors, those that name ' +
    'another cause, as an unknown session or a limit, and prompts that are themselves wrong.',
  spec: 'v1/content',
  messages: { rejected: 'a prompt of nothing but {types} was refused: {text}' },
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
