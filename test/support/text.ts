import type { Arbitrary } from 'fast-check';
import { fc } from './property.js';

const character = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    fc.integer({ min: 0, max: 0x9f }),
    fc.integer({ min: 0x2000, max: 0x206f }),
    fc.integer({ min: 0xe000, max: 0xffff }),
    fc.integer({ min: 0xa0, max: 0xd7ff }),
    fc.integer({ min: 0x10000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Any text that UTF-8 can say: no halves of surrogate pairs. (`fc.string` of unit `binary` takes a second to make.) */
export function anyText(maxLength = 12): Arbitrary<string> {
  return fc.array(character, { maxLength }).map((characters) => characters.join(''));
}
