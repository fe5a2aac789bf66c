import { expect, test } from 'vitest';
import { optionLike, withOption } from '../../../src/replay/driving/chosen-option.js';

const options = (...all: [string, string][]) => ({ options: all.map(([optionId, kind]) => ({ optionId, kind })) });
const RECORDED = options(['yes', 'allow_once'], ['always', 'allow_always'], ['no', 'reject_once']);

test.each([
  ['the same id of the same kind', RECORDED, 'yes'],
  ['another id of the same kind', options(['x', 'reject_once'], ['y', 'allow_once'], ['z', 'allow_once']), 'y'],
  ['never the same id of another kind', options(['yes', 'reject_once'], ['go', 'allow_once']), 'go'],
  ['none of the kind', options(['no', 'reject_once'], ['always', 'allow_always']), undefined],
  ['no options', {}, undefined],
])('what was allowed once: %s', (_what, live, chosen) => {
  expect(optionLike('yes', RECORDED, live)).toBe(chosen);
});

test('an option that was never offered is chosen again', () => {
  expect(optionLike('made up', RECORDED, RECORDED)).toBe('made up');
});

test('only the option is another in the answer', () => {
  const text = '{ "id":1, "result":{"outcome":{"outcome":"selected" , "optionId": "yes"}, "_meta":{"optionId":"yes"}}}';
  expect(withOption(text, 'a"b')).toBe(text.replace('"optionId": "yes"', '"optionId": "a\\"b"'));
});
