import { metaNames } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isOf, vendorOf } from './vendors.js';

export const notAdvertised = defineRule({
  id: 'extension/not-advertised',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  needsHistory: true,
  summary: 'A custom method is used where the other side announced the extension in the _meta of its capabilities.',
  explanation:
    'Custom methods work only where both sides know them. The other side of this connection named nothing of the kind ' +
    'in the _meta of its capabilities, so it may well answer -32601 or drop the notification. Announce the extension ' +
    'there, under the name of the vendor, and look before calling. Reported once for a vendor.',
  spec: 'v1/extensibility#advertising-custom-capabilities',
  messages: { silent: '{method} is sent to the {receiver}, whose capabilities name no {vendor} in their _meta' },
  on: ['request if unspecified', 'notification if unspecified'],
  inspect({ step, connection, report }) {
    const { method, sender, receiver } = step;
    if (method?.startsWith('_') !== true || connection.initialization.state !== 'done') return;
    const vendor = vendorOf(method);
    if (metaNames(connection, receiver, isOf(vendor))) return;
    report('silent', {
      data: { method: quoted(method), receiver, vendor: quoted(vendor) },
      once: `${sender} ${vendor}`,
    });
  },
});
