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

export const invalidUri = defineRule({
  id: 'schema/invalid-uri',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Fields for URIs hold absolute URIs.',
  explanation:
    'The usual mistake is a plain path: a client that opens links cannot tell where it leads, and a typed reader fails. ' +
    'Send file:///home/me/a.py instead of /home/me/a.py. Schemes of your own are fine (zed://, untitled:). An error in ' +
    'v2, whose schema says that these are URIs. Icons of v2 have https: or data: addresses only.',
  spec: 'v1/content#resource-link',
  messages: {
    path: '{place} is {found}, a path; it has to be an absolute URI, as file:///...',
    relative: '{place} is {found}; it has to be an absolute URI, with a scheme',
    scheme: '{place} is {found}; the address of an icon begins with https: or data:',
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

export const invalidTimestamp = defineRule({
  id: 'schema/invalid-timestamp',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Times are written as in ISO 8601: 2026-11-20T10:00:00Z.',
  explanation:
    'Clients sort sessions by this time; one that cannot be read sorts anywhere and shows as "Invalid Date". Write it as ' +
    'Date.toISOString() does. An error for updatedAt in v2, whose schema has a date and time with an offset there.',
  spec: 'v1/session-list',
  messages: { unreadable: '{place} is {found}; it has to be {expected}' },
  on: ['shape'],
  inspect({ step, protocol, shapes, claim, isClaimed, report }) {
    for (const finding of shapes) {
      const { kind, path, found, expected, member } = finding;
      if (kind !== 'timestamp' || isClaimed(finding)) continue;
      claim(finding);
      const severity = protocol.version === 2 && member === 'updatedAt' ? 'error' : 'info';
      report('unreadable', { data: { place: placeOf(step, path), found: quoted(found), expected }, severity });
    }
  },
});

export const emptyIdentifier = defineRule({
  id: 'schema/empty-identifier',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Ids and names are not empty.',
  explanation:
    'The schema takes any string, but an empty id looks like none at all to code that asks "is there an id?", and two ' +
    'things without a name cannot be told apart. Give each its own. Not reported: cursors of session/list, where an ' +
    'empty string is a value like another, and values of select options.',
  spec: 'v1/schema',
  messages: { blank: '{place} is {found}; it has to be {expected}' },
  on: ['shape'],
  inspect({ step, shapes, claim, isClaimed, hasReported, report }) {
    for (const finding of shapes) {
      const { kind, path, found, expected } = finding;
      if (kind !== 'identifier' || isClaimed(finding)) continue;
      claim(finding);
      // an id that refers to something: that there is no such thing was said already
      if (REFERS_TO_NOTHING.some(hasReported)) continue;
      report('blank', { data: { place: placeOf(step, path), found: quoted(found), expected } });
    }
  },
});

const REFERS_TO_NOTHING: readonly string[] = [
  'auth/unknown-method-id',
  'config/set-unknown-option',
  'elicitation/complete-unknown-id',
  'mode/current-unknown',
  'mode/set-unknown-mode',
  'permission/option-not-offered',
  'session/unknown-session-id',
  'terminal/embed-unknown-id',
  'terminal/unknown-id',
  'tool-call/chunk-unknown-id',
  'tool-call/missing-title',
  'tool-call/update-before-create',
];
