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
  summary: 'A custom method should be used only if the other side announced the extension.',
  explanation:
    'Custom methods work only if both sides know them. The other side announced nothing of this vendor in the _meta ' +
    'of its capabilities, so it may answer -32601 or drop the notification. Announce an extension there under the ' +
    'vendor name, and check for it before you call its methods.\n\n' +
    'Reported once per vendor.',
  spec: 'v1/extensibility#advertising-custom-capabilities',
  messages: {
    silent: '{method} was sent to the {receiver}, whose capabilities do not mention {vendor} in their _meta',
  },
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
