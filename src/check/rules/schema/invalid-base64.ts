import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const invalidBase64 = defineRule({
  id: 'schema/invalid-base64',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Images, audio, blobs and v2 terminal output must be valid base64.',
  explanation:
    'Otherwise readers cannot decode the data, and the image or the output does not appear. Send plain base64 as in ' +
    'RFC 4648: no "data:" before it, no line breaks, + and / instead of - and _, padded with =. Encode each chunk ' +
    'of terminal output separately.\n\n' +
    'Only a warning for missing padding in v1, because many decoders accept that.',
  spec: 'v1/content',
  messages: {
    url: '{place} is a data: URL; send only the part after the comma',
    empty: '{place} is empty, so there is nothing to show',
    padding: '{place} has {size} characters of base64, not a multiple of 4: the padding or part of the data is missing',
    alphabet: '{place} is {found}, which is not base64',
    urlSafe: '{place} is URL-safe base64 with - and _; use standard base64 with + and /',
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

/** Whether the text is valid apart from its padding. A single character after whole groups encodes no byte. */
function lacksOnlyPadding(text: string): boolean {
  return !text.includes('=') && text.length % 4 !== 1;
}
