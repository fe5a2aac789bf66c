import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const invalidUri = defineRule({
  id: 'schema/invalid-uri',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'URI fields should hold absolute URIs.',
  explanation:
    'The usual mistake is a plain path: a client cannot tell where it leads, and a typed reader fails. Send ' +
    'file:///home/me/a.py instead of /home/me/a.py. Schemes of your own are fine (zed://, untitled:).\n\n' +
    'An error in v2, whose schema defines these fields as URIs. In v2 icons may only have https: or data: addresses.',
  spec: 'v1/content#resource-link',
  messages: {
    path: '{place} is {found}, a path; it must be an absolute URI such as file:///...',
    relative: '{place} is {found}; it must be an absolute URI with a scheme',
    scheme: '{place} is {found}; the address of an icon must begin with https: or data:',
  },
  on: ['shape'],
  inspect({ step, protocol, shapes, claim, isClaimed, report }) {
    for (const finding of shapes) {
      if (finding.kind !== 'uri' || isClaimed(finding)) continue;
      claim(finding);
      const data = { place: placeOf(step, finding.path), found: quoted(finding.found) };
      const severity = protocol.version === 1 ? 'warning' : 'error';
      if (finding.reason === 'scheme') report('scheme', { data, severity, dialects: { v2a: 'off' } });
      else report(finding.reason === 'file-path' ? 'path' : 'relative', { data, severity });
    }
  },
});
