import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const invalidBase64 = defineRule({
  id: 'schema/invalid-base64',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The bytes of images, sounds, blobs and v2 terminals are base64, as RFC 4648 has it.',
  explanation:
    'Readers fail to decode it, and the image or the output is not shown. Send the bare base64: no "data:" before it, ' +
    'no line breaks, + and / instead of - and _, padded with =. In v1 missing padding is only a warning, for many ' +
    'decoders do without. Chunks of terminal output are each encoded by themselves.',
  spec: 'v1/content',
  messages: {
    url: '{place} is a data: URL; only what stands behind the comma belongs there',
    empty: '{place} is empty: there is nothing to show',
    padding: '{place} has {size} characters of base64, no multiple of 4: the padding is missing, or a part of the data',
    alphabet: '{place} is {found}, which is no base64',
    urlSafe: '{place} is base64 for URLs, with - and _; it has to be the usual one, with + and /',
  },
  on: ['shape'],
  inspect({ step, protocol, shapes, claim, isClaimed, report }) {
    for (const finding of shapes) {
      if (finding.kind !== 'base64' || isClaimed(finding)) continue;
      claim(finding);
      const place = placeOf(step, finding.path);
      const text = textOf(finding.found) ?? '';
      switch (finding.reason) {
        case 'data-url':
          report('url', { data: { place } });
          break;
        case 'empty':
          report('empty', { data: { place } });
          break;
        case 'url-safe':
          report('urlSafe', { data: { place } });
          break;
        case 'padding': {
          const severity = protocol.version === 1 && lacksOnlyPadding(text) ? 'warning' : 'error';
          report('padding', { data: { place, size: text.length }, severity });
          break;
        }
        default:
          report('alphabet', { data: { place, found: quoted(finding.found) } });
      }
    }
  },
});

/** One character more than whole groups is no byte, however it is padded. */
function lacksOnlyPadding(text: string): boolean {
  return !text.includes('=') && text.length % 4 !== 1;
}
