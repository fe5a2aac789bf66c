import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const invalidTimestamp = defineRule({
  id: 'schema/invalid-timestamp',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Times should be in ISO 8601: 2026-11-20T10:00:00Z.',
  explanation:
    'Clients sort sessions by this time. A session with an unreadable time ends up anywhere and shows "Invalid ' +
    'Date". Write times as Date.toISOString() does.\n\n' +
    'An error for updatedAt in v2, whose schema requires a date and time with an offset.',
  spec: 'v1/session-list',
  messages: { unreadable: '{place} is {found}; it must be {expected}' },
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
