import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from '../../src/wire/crc32.js';
import { fc } from '../support/values/property.js';

test('is the one that everybody checks theirs with', () => {
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

test('is that of zlib, for bytes of any length at any place', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, skipped) => {
      const part = bytes.subarray(skipped);
      expect(crc32(part)).toBe(zlibCrc32(part));
    }),
  );
});
