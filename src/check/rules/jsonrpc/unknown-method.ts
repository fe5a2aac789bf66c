import { ONLY_V1_METHODS, ONLY_V2_METHODS } from '../../../acp/methods/method-groups.js';
import type { VersionedProtocol } from '../../../acp/methods/protocol.js';
import { nearestOf } from '../../../acp/schema/spelling.js';
import type { Sender } from '../../../wire/frame.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** Methods that were never stable and have been dropped. */
const LEGACY: ReadonlySet<string> = new Set(['session/set_model', 'session/stop', 'mcp/connect', 'mcp/disconnect']);

/** Methods of proposals that an earlier unstable schema listed. */
const PROPOSED = /^(nes|document)\//;

export const unknownMethod = defineRule({
  id: 'jsonrpc/unknown-method',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The name of a custom method must begin with an underscore.',
  explanation:
    'The protocol reserves all other names. A later version may use yours for something else; until then it is ' +
    'answered "method not found". Spell methods as in the specification, and begin your own with an underscore and ' +
    'your vendor name, for example _acme/status.\n\n' +
    'Only a warning for methods that were once proposed and then dropped, and for unknown requests under "$/", ' +
    'which must be answered. Only an info for unknown notifications under "$/", which may be ignored. Not reported: ' +
    'methods of the unstable schema (extension/unstable-surface) and of the other protocol version (version/...).',
  spec: 'v1/extensibility#custom-methods',
  messages: {
    unknown: '{method} is not a method of v{version} and does not begin with an underscore{hint}',
    legacy: '{method} was once proposed but is no longer a method of the protocol',
    proposed: '{method} belongs to a proposal and is in no schema of v{version}',
    protocol: '{method} is not a method of the protocol; the only one that begins with "$/" is $/cancel_request',
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

/** The method that was probably meant: one with a similar spelling, in the same group if there is such a group. */
function hintFor(method: string, { methods }: VersionedProtocol, sender: Sender): string {
  const known = methods.filter(({ receiver }) => receiver !== sender).map(({ name }) => name);
  const group = method.slice(0, method.indexOf('/') + 1);
  const names = known.filter((name) => name.startsWith(group)).map((name) => name.slice(group.length));
  const nearest = names.length === 0 ? nearestOf(method, known) : nearestOf(method.slice(group.length), names);
  if (nearest === undefined) return '';
  return `; did you mean ${names.length === 0 ? '' : group}${nearest}?`;
}
