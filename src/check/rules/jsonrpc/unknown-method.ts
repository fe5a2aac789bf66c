import { ONLY_V1_METHODS, ONLY_V2_METHODS } from '../../../acp/methods/method-groups.js';
import type { VersionedProtocol } from '../../../acp/methods/protocol.js';
import { nearestOf } from '../../../acp/schema/spelling.js';
import type { Sender } from '../../../wire/frame.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

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
