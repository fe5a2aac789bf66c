import { expect, test } from 'vitest';
import { isTraceparent, ROLE_CHECKS } from '../../../src/acp/schema/role-checks.js';
import type { Role } from '../../../src/acp/schema/roles.js';
import { fc } from '../../support/values/property.js';

const CASES: readonly (readonly [Role, string | number, string | undefined])[] = [
  ['path', '/a', undefined],
  ['path', 'C:\\a', undefined],
  ['path', 'c:/a', undefined],
  ['path', '\\\\server\\share', undefined],
  ['path', '', 'empty'],
  ['path', '.', 'relative'],
  ['path', 'a/b', 'relative'],
  ['path', 'C:a', 'relative'],
  ['path', '~/a', 'home'],
  ['path', 'file:///a', 'file-uri'],
  ['uri', 'file:///a', undefined],
  ['uri', 'zed://a', undefined],
  ['uri', 'untitled:a', undefined],
  ['uri', '', 'empty'],
  ['uri', '/a/b', 'file-path'],
  ['uri', 'C:\\a', 'file-path'],
  ['uri', 'C:/a', 'file-path'],
  ['uri', 'a.py', 'relative'],
  ['uri', '://a', 'relative'],
  ['icon-uri', 'https://a.example/i', undefined],
  ['icon-uri', 'data:image/png;base64,AA==', undefined],
  ['icon-uri', 'file:///a', 'scheme'],
  ['icon-uri', 'a.png', 'relative'],
  ['base64', 'YWJj', undefined],
  ['base64', '', undefined],
  ['base64', 'YQ==', undefined],
  ['base64', 'YQ', 'padding'],
  ['base64', 'YQ=', 'padding'],
  ['base64', 'YW Jj', 'alphabet'],
  ['base64', 'Y-_j', 'url-safe'],
  ['base64', 'data:image/png;base64,AAAA', 'data-url'],
  ['media', '', 'empty'],
  ['media', 'YWJj', undefined],
  ['timestamp', '2026-11-20T10:00:00Z', undefined],
  ['timestamp', '2026-11-20T10:00:00.123+01:00', undefined],
  ['timestamp', '2026-11-20 10:00', undefined],
  ['timestamp', '20261120T100000Z', undefined],
  ['timestamp', '2026-13-20', 'unreadable'],
  ['timestamp', '1763632800000', 'unreadable'],
  ['timestamp', 'yesterday', 'unreadable'],
  ['date-time', '2026-11-20T10:00:00Z', undefined],
  ['date-time', '2026-11-20T10:00:00', 'incomplete'],
  ['date-time', 'now', 'unreadable'],
  ['identifier', 'x', undefined],
  ['identifier', ' \t', 'blank'],
  ['line', 0, 'zero'],
  ['line', 1, undefined],
  ['priority', 0, undefined],
  ['priority', 1, undefined],
  ['priority', -0.1, 'range'],
  ['priority', 2, 'range'],
];

test.each(CASES)('%s %j: %s', (role, value, flaw) => {
  expect(ROLE_CHECKS[role].flaw(value)).toBe(flaw);
});

test('what Node encodes as base64 is base64, and what Date prints is a time', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
      (bytes, date) => {
        expect(ROLE_CHECKS.base64.flaw(Buffer.from(bytes).toString('base64'))).toBeUndefined();
        expect(ROLE_CHECKS['date-time'].flaw(date.toISOString())).toBeUndefined();
      },
    ),
  );
});

test('a long picture takes no long time', () => {
  const start = performance.now();
  expect(ROLE_CHECKS.media.flaw('A'.repeat(20_000_000))).toBeUndefined();
  expect(ROLE_CHECKS.media.flaw('A'.repeat(20_000_000) + '!')).toBe('alphabet');
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('traces of W3C', () => {
  expect(isTraceparent('00-80e1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01')).toBe(true);
  expect(isTraceparent('00-80E1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01')).toBe(false);
  expect(isTraceparent(5)).toBe(false);
});
