import { expect, test } from 'vitest';
import { completionAt } from '../../src/filter/complete-filter.js';
import { FIELDS, type FieldName } from '../../src/filter/filter-fields.js';

const KNOWN: Partial<Record<FieldName, readonly string[]>> = {
  method: ['session/new', 'session/prompt', 'fs/read_text_file', 'initialize'],
  session: ['sess 1', 'sess_2'],
  rule: ['tool-call/unknown'],
};

/** The text with `_` for the cursor; what it becomes with each candidate. */
function completed(text: string): readonly string[] {
  const cursor = text.indexOf('_');
  const whole = text.replace('_', '');
  const { start, end, candidates } = completionAt(whole, cursor, (field) => KNOWN[field] ?? []);
  return candidates.map((each) => whole.slice(0, start) + each + whole.slice(end));
}

test('fields are offered where one may begin', () => {
  expect(completed('_')).toEqual(FIELDS.map(({ name }) => `${name}:`));
  expect(completed('kind:req m_')).toEqual(['kind:req method:', 'kind:req from:']);
  expect(completed('(se_')).toEqual(['(session:', '(severity:', '(seq:']);
  expect(completed('not (a|ha_ b)')).toEqual(['not (a|has: b)']);
});

test('values are offered behind a field: those it may have, and those that were seen', () => {
  expect(completed('from:_')).toEqual(['from:client', 'from:agent', 'from:stderr', 'from:event']);
  expect(completed('from:a_ kind:req')).toEqual(['from:agent kind:req']);
  expect(completed('sev:w_')).toEqual(['sev:warning', 'sev:warning+']);
  expect(completed('method:session/_')).toEqual(['method:session/new', 'method:session/prompt']);
  expect(completed('rule:unk_')).toEqual(['rule:tool-call/unknown']);
  expect(completed('~_')).toEqual([]);
});

test('a value that needs quotes gets them', () => {
  expect(completed('session:_')).toEqual(['session:"sess 1"', 'session:sess_2']);
});

test('nothing is offered in quotes, in regular expressions, and for a field that there is not', () => {
  for (const text of ['"a_', '"a"_', 'method:"s_', 'method~/s/_', 'nope:_', 'size>_'])
    expect(completed(text)).toEqual([]);
});
