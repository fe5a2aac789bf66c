import { announced } from '../../../model/capabilities.js';
import { defineRule } from '../../rule.js';
import { placeOf } from '../../shape-wording.js';
import { quoted } from '../../wording.js';

/** Values that a public proposal names and no schema has yet. */
const PROPOSED: ReadonlySet<unknown> = new Set(['replay_complete']);

export const unstableSurface = defineRule({
  id: 'extension/unstable-surface',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Methods, updates and fields of the unstable schema are used only where both sides opted in.',
  explanation:
    'They may change or go with any release, and a peer that did not opt in treats them as unknown. That is fine where ' +
    'both sides agreed on it, so it is only an info. It is a warning for a method whose capability the other side did ' +
    'not advertise. Reported once for a method, an update or a field of a type.',
  spec: 'https://agentclientprotocol.com/rfds/about',
  needsHistory: true,
  messages: {
    method: '{method} is in the unstable schema only',
    ungated: '{method} is in the unstable schema only, and the {side} did not advertise {capability}',
    value: '{place} is {found}, which only the unstable schema has',
    proposed: '{place} is {found}, which is proposed and not yet in any schema',
    member: '{place} is a field of {type} in the unstable schema only',
  },
  on: ['request', 'notification', 'shape'],
  inspect({ step, connection, protocol, shapes, claim, isClaimed, hasReported, report }) {
    const { message, method, sender } = step;
    if (message.kind !== 'response' && message.kind !== 'malformed' && method !== undefined) {
      const spec = protocol.method(method, message.kind, sender);
      if (spec?.stability === 'unstable' && !hasReported('jsonrpc') && !hasReported('capability')) {
        const { gate } = spec;
        const capability = gate?.path.join('.') ?? '';
        if (gate === undefined || announced(connection, gate.by, capability)) {
          report('method', { data: { method }, once: method });
        } else {
          report('ungated', { data: { method, side: gate.by, capability }, severity: 'warning', once: method });
        }
      }
    }
    for (const finding of shapes) {
      const { kind, type, member, path, found } = finding;
      if (isClaimed(finding)) continue;
      const place = placeOf(step, path);
      if (kind === 'unknown-member') {
        const name = String(path.at(-1));
        if (protocol.memberElsewhere(type, name) !== 'unstable') continue;
        claim(finding);
        report('member', { data: { place, type }, once: `${type} ${name}` });
      } else if (typeof found === 'string' && VALUES.has(kind)) {
        const isUnstable = protocol.valueElsewhere(type, member, found) === 'unstable';
        if (!isUnstable && !PROPOSED.has(found)) continue;
        claim(finding);
        const data = { place, found: quoted(found) };
        report(isUnstable ? 'value' : 'proposed', { data, once: `${type} ${member} ${found}` });
      }
    }
  },
});

const VALUES: ReadonlySet<string> = new Set(['unknown-value', 'unknown-variant', 'open-value', 'open-variant']);
