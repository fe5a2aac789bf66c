import { expect, test } from 'vitest';
import { printedJson } from '../../src/report/printed-json.js';
import { DRIVING, UNSAFE } from '../support/checking/checked.js';

test.each([undefined, 2])('says the same as JSON, and drives no terminal (indent %s)', (indent) => {
  const value = { [DRIVING]: [DRIVING, '\ud800', 1, null, {}] };
  const text = printedJson(value, indent);
  expect(text).not.toMatch(UNSAFE);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.split('\n')).toHaveLength(JSON.stringify(value, undefined, indent).split('\n').length);
});
