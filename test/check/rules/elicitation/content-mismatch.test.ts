import { describe, expect, test } from 'vitest';
import { judgeLines } from '../../../support/checking/rule-examples.js';

/** What is found where a form asks for a text of a pattern, and the user submits a value. */
function found(pattern: string, name: string): string[] {
  const requestedSchema = { type: 'object', properties: { name: { type: 'string', pattern } } };
  const params = { sessionId: 's1', mode: 'form', message: 'Who?', requestedSchema };
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params });
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { action: 'accept', content: { name } } });
  const all = judgeLines('G1', [`agent +250 ${request}`, `client +1500 ${answer}`]).found;
  return all.flatMap((each) => /elicitation\/(content-mismatch|schema-not-flat)$/.exec(each)?.[1] ?? []);
}

describe('the pattern of a field', () => {
  const LONG = 'a'.repeat(50_000);

  // each of them keeps V8 busy for minutes, or for ever
  test.each(['^((a+))+$', '^(a+)+$', '^(?:a|a)+$', '^a*a*a*$', '^((a|a))+$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    'is tried in the time that the text takes to read: %s',
    (pattern) => {
      expect(found(pattern, `${LONG}!`)).toEqual(['content-mismatch']);
    },
  );

  test('matches what it means, however it is written', () => {
    expect(found('^(a?){50}a{50}$', 'a'.repeat(75))).toEqual([]);
    expect(found('^(a?){50}a{50}$', 'a'.repeat(101))).toEqual(['content-mismatch']);
    // as JSON Schema has it, with the flag u
    expect(found('^.{2}$', '😀😀')).toEqual([]);
    expect(found('^\\p{Lu}+$', 'ÄÖ')).toEqual([]);
    expect(found('^\\p{Lu}+$', 'ÄÖö')).toEqual(['content-mismatch']);
    // invalid with the flag u
    expect(found('^[\\w-.]+\\-$', 'a.b-')).toEqual([]);
  });

  test.each([
    '^(?=.*[A-Z]).+$',
    '^(?!x)',
    '(?<=a)b',
    '^(.)\\1$',
    '^\\p{Script=Greek}+$',
    '^a{2000}$',
    '\\Aabc\\Z',
    '(?i:x)',
  ])('is not judged where it cannot be tried: %s', (pattern) => {
    expect(found(pattern, 'nothing like it')).toEqual([]);
  });

  test('is not held against a text of more than 100,000 characters', () => {
    expect(found('^b', 'a'.repeat(100_000))).toEqual(['content-mismatch']);
    expect(found('^b', 'a'.repeat(100_001))).toEqual([]);
  });

  test('is reported itself only if JavaScript refuses it', () => {
    expect(found('(', 'a')).toEqual(['schema-not-flat']);
    expect(found('(?P<name>a)', 'a')).toEqual(['schema-not-flat']);
    expect(found('[\\w-.]', 'a')).toEqual([]);
  });
});
