import { nearestOf } from '../../../acp/schema/spelling.js';
import { isJsonObject } from '../../../wire/json-text.js';
import type { Sender } from '../../../wire/frame.js';
import type { VersionedProtocol } from '../../../acp/methods/protocol.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { ONLY_V1_METHODS, ONLY_V2_METHODS } from '../version/other-version.js';

/**
 * An unstable method that is a request from the agent and a notification from the client. Older drafts had all four, with
 * other params.
 */
const BOTH_WAYS = 'mcp/message';

export const wrongDirection = defineRule({
  id: 'jsonrpc/wrong-direction',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method is called on the side that has it.',
  explanation:
    'Methods of the agent (initialize, session/prompt, ...) are called by the client, methods of the client ' +
    '(session/update, fs/..., terminal/..., session/request_permission) by the agent. The other way round they are ' +
    'answered "method not found". Not reported: $/cancel_request and custom methods, which go both ways.',
  spec: 'v1/overview',
  messages: { direction: 'the {sender} called {method}, which is a method of the {sender} itself' },
  on: ['request if unspecified', 'notification if unspecified'],
  inspect({ step: { method, message, sender }, protocol, report }) {
    if (message.kind !== 'request' && message.kind !== 'notification') return;
    if (method === undefined || method === BOTH_WAYS) return;
    if (protocol.method(method, message.kind, sender)?.receiver === sender) {
      report('direction', { data: { sender, method } });
    }
  },
});

export const requestSentAsNotification = defineRule({
  id: 'jsonrpc/request-sent-as-notification',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method that has a response is sent with an id.',
  explanation:
    'Without an id it is a notification: it is never answered, not even with an error, so the result and any failure ' +
    'are lost. Send it with an id and wait for the response. Not reported: custom methods, which may be either.',
  spec: 'https://www.jsonrpc.org/specification#notification',
  messages: { id: '{method} is a request and was sent without an id: it cannot be answered' },
  on: ['notification if unspecified'],
  inspect({ step: { method, sender }, protocol, shapes, claim, hasReported, report }) {
    if (method === undefined || hasReported('jsonrpc/wrong-direction')) return;
    if (method === BOTH_WAYS) {
      if (sender === 'client') return;
      for (const finding of shapes) claim(finding);
      report('id', { data: { method }, severity: 'info' });
      return;
    }
    const spec = protocol.method(method, 'notification', sender);
    if (spec?.request !== undefined && spec.notification === undefined) report('id', { data: { method } });
  },
});

export const notificationSentAsRequest = defineRule({
  id: 'jsonrpc/notification-sent-as-request',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method that has no response is sent without an id.',
  explanation:
    'With an id, even with null, it asks for a response that the protocol does not know: the other side answers with ' +
    'an error, or not at all, and whoever waits for it hangs. Leave out the id. Nobody is expected to answer it here. ' +
    'Not reported: custom methods, which may be either.',
  spec: 'https://www.jsonrpc.org/specification#notification',
  messages: { id: '{method} is a notification and was sent with id {id}: nobody answers it' },
  on: ['request if unspecified'],
  inspect({ step: { method, message, sender }, protocol, shapes, claim, hasReported, report }) {
    if (message.kind !== 'request' || method === undefined || hasReported('jsonrpc/wrong-direction')) return;
    const data = { method, id: message.id };
    if (method === BOTH_WAYS) {
      if (sender === 'agent') return;
      for (const finding of shapes) claim(finding);
      report('id', { data, severity: 'info' });
      return;
    }
    const spec = protocol.method(method, 'request', sender);
    if (spec?.notification !== undefined && spec.request === undefined) report('id', { data });
  },
});

/** Methods that never were stable, and are gone. */
const LEGACY: ReadonlySet<string> = new Set(['session/set_model', 'session/stop', 'mcp/connect', 'mcp/disconnect']);

/** Methods of proposals that an earlier unstable schema listed. */
const PROPOSED = /^(nes|document)\//;

export const unknownMethod = defineRule({
  id: 'jsonrpc/unknown-method',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method that the protocol does not have begins with an underscore.',
  explanation:
    'All other names are reserved: the protocol may use one tomorrow for something else, and until then it is answered ' +
    '"method not found". Spell the method as the specification does, or put an underscore and the name of the vendor ' +
    'before one of your own (_acme/status). A warning for methods that once were proposed and are gone, and for ' +
    'unlisted requests under "$/", which have to be answered; an info for unlisted notifications there, which may be ' +
    'ignored. Not reported: methods of the unstable schema (extension/unstable-surface), and of the other version of ' +
    'the protocol (version/...).',
  spec: 'v1/extensibility#custom-methods',
  messages: {
    unknown: '{method} is no method of v{version} and does not begin with an underscore{hint}',
    legacy: '{method} was proposed once and is no method of the protocol any more',
    proposed: '{method} belongs to a proposal that no schema of v{version} has',
    protocol: '{method} is no method that the protocol defines; of those that begin with "$/" it has $/cancel_request',
  },
  on: ['request if unspecified', 'notification if unspecified'],
  inspect({ step: { method, message, sender }, protocol, hasReported, report }) {
    if (message.kind !== 'request' && message.kind !== 'notification') return;
    if (method === undefined || method.startsWith('_') || hasReported('jsonrpc/method-not-string')) return;
    if (protocol.method(method, message.kind, sender) !== undefined) return;
    const { version } = protocol;
    if ((version === 2 ? ONLY_V1_METHODS : ONLY_V2_METHODS).has(method)) return;
    if (method.startsWith('$/')) {
      report('protocol', { data: { method }, severity: message.kind === 'request' ? 'warning' : 'info' });
    } else if (LEGACY.has(method)) report('legacy', { data: { method }, severity: 'warning' });
    else if (PROPOSED.test(method)) report('proposed', { data: { method, version }, severity: 'info' });
    else report('unknown', { data: { method: quoted(method), version, hint: hintFor(method, protocol, sender) } });
  },
});

/** The method that was probably meant: another one of the same group, or one that is spelled much the same. */
function hintFor(method: string, { methods }: VersionedProtocol, sender: Sender): string {
  const known = methods.filter(({ receiver }) => receiver !== sender).map(({ name }) => name);
  const group = method.slice(0, method.indexOf('/') + 1);
  const names = known.filter((name) => name.startsWith(group)).map((name) => name.slice(group.length));
  const nearest = names.length === 0 ? nearestOf(method, known) : nearestOf(method.slice(group.length), names);
  if (nearest === undefined) return '';
  return `; did you mean ${names.length === 0 ? '' : group}${nearest}?`;
}

export const paramsNotStructured = defineRule({
  id: 'jsonrpc/params-not-structured',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The params of a message are an object.',
  explanation:
    'All methods of the protocol take their parameters by name. A text or a number is no params in JSON-RPC at all, and ' +
    'a list is read by nobody. An info where they are null and none is needed: leave them out then, or send {}. Not ' +
    'reported: params that are left out; lists of custom methods.',
  spec: 'https://www.jsonrpc.org/specification#parameter_structures',
  messages: {
    type: 'the params of {method} are {found}; they have to be an object',
    none: 'the params of {method} are null; leave them out, or send an empty object',
  },
  on: ['request if odd-members', 'notification if odd-members'],
  inspect({ step, protocol, shapes, claim, report }) {
    const { method, message, sender } = step;
    if ((message.kind !== 'request' && message.kind !== 'notification') || method === undefined) return;
    const { params } = message;
    if (params === undefined || isJsonObject(params)) return;
    const spec = protocol.method(method, message.kind, sender);
    if (Array.isArray(params) && spec === undefined) return;
    if (params === null && spec?.paramsRequired !== true) {
      report('none', { data: { method }, severity: 'info' });
      return;
    }
    for (const finding of shapes) claim(finding);
    report('type', { data: { method, found: quoted(params) } });
  },
});
