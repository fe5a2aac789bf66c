import { describe, expect, test } from 'vitest';
import type { Filter } from '../../src/filter/filter.js';
import { problemLine } from '../../src/filter/filter-problem.js';
import { parseFilter } from '../../src/filter/parse-filter.js';
import { FIELDS } from '../../src/filter/filter-fields.js';
import { fc } from '../support/values/property.js';

function parsed(text: string): Filter {
  const result = parseFilter(text);
  if (!result.ok) throw new Error(`${text}\n${problemLine(text, result.problem)}`);
  return result.filter;
}

const glob = (field: string, text: string) => ({ type: 'name', field, pattern: { type: 'glob', glob: text } });
const words = (text: string) => ({ type: 'text', pattern: { type: 'words', words: text } });
const number = (field: string, min: number, max: number) => ({ type: 'number', field, min, max });
const choice = (field: string, value: string) => ({ type: 'choice', field, value });

describe('parseFilter', () => {
  test.each([
    ['from:agent', choice('from', 'agent')],
    ['FROM:Agent', choice('from', 'agent')],
    ['kind:req', choice('kind', 'request')],
    ['kind:notification', choice('kind', 'notification')],
    ['kind:err', choice('kind', 'error')],
    ['is:unanswered', choice('is', 'unanswered')],
    ['has:diff', choice('has', 'diff')],
    ['method:fs/*', glob('method', 'fs/*')],
    ['id:981', glob('id', '981')],
    ['session:"a b"', glob('session', 'a b')],
    ['tool:call:7', glob('tool', 'call:7')],
    ['method~/^fs/', { type: 'name', field: 'method', pattern: { type: 'regex', source: '^fs', flags: '' } }],
    ['method:/^fs/i', { type: 'name', field: 'method', pattern: { type: 'regex', source: '^fs', flags: 'i' } }],
    ['sev:warn+', { type: 'severity', severity: 'warning', orWorse: true }],
    ['severity:info', { type: 'severity', severity: 'info', orWorse: false }],
    ['size>10k', number('size', 10_001, Infinity)],
    ['size<=1.5MB', number('size', -Infinity, 1_500_000)],
    ['size<0', number('size', -Infinity, -1)],
    ['dur>500ms', number('dur', 500_000_001, Infinity)],
    ['dur>=1.5', number('dur', 1.5e9, Infinity)],
    ['t:1m..2min', number('t', 60e9, 120e9)],
    ['t:1:23.5..', number('t', 83.5e9, Infinity)],
    ['t:..1:02:03', number('t', -Infinity, 3723e9)],
    ['seq:100..200', number('seq', 100, 200)],
    ['turn:3', number('turn', 3, 3)],
    ['hello', words('hello')],
    ['"a \\"b\\" \\\\ \\n"', words('a "b" \\ \\n')],
    [`'"npm test"'`, words('"npm test"')],
    ['text:x', words('x')],
    ['/a b/', { type: 'text', pattern: { type: 'regex', source: 'a b', flags: '' } }],
    ['text~/[/]/i', { type: 'text', pattern: { type: 'regex', source: '[/]', flags: 'i' } }],
    ['/home/me/x.ts', words('/home/me/x.ts')],
    ['android', words('android')],
    [
      'path:params.update.status=failed',
      { type: 'path', path: ['params', 'update', 'status'], pattern: { type: 'glob', glob: 'failed' } },
    ],
    ['path:error', { type: 'path', path: ['error'], pattern: undefined }],
    [
      'path:params."a.b".*="x y"',
      { type: 'path', path: ['params', 'a.b', '*'], pattern: { type: 'glob', glob: 'x y' } },
    ],
    [
      'path:params.x~/^a/',
      { type: 'path', path: ['params', 'x'], pattern: { type: 'regex', source: '^a', flags: '' } },
    ],
    ['~m session/new', glob('method', 'session/new')],
    ['~d agent', choice('from', 'agent')],
    ['~b "x y"', words('x y')],
    ['~t req', choice('kind', 'request')],
    ['~e', choice('kind', 'error')],
    ['(~v)', choice('has', 'violation')],
  ])('%s', (text, filter) => {
    expect(parsed(text)).toEqual(filter);
  });

  test('and binds closer than or, not closer than both, and brackets closest', () => {
    const [a, b, c] = [words('a'), words('b'), words('c')];
    const and = (...of: unknown[]) => ({ type: 'and', of });
    const or = (...of: unknown[]) => ({ type: 'or', of });
    const not = (of: unknown) => ({ type: 'not', of });
    expect(parsed('a b or c')).toEqual(or(and(a, b), c));
    expect(parsed('a|b&c')).toEqual(or(a, and(b, c)));
    expect(parsed('a AND (b Or c)')).toEqual(and(a, or(b, c)));
    expect(parsed('not a b')).toEqual(and(not(a), b));
    expect(parsed('!a !!b')).toEqual(and(not(a), not(not(b))));
    expect(parsed('!(a|b)c')).toEqual(and(not(or(a, b)), c));
    expect(parsed('((a b) c)')).toEqual(and(and(a, b), c));
  });

  test('what is no filter is underlined, and it is said what is allowed there', async () => {
    const wrong = [
      'from:a2x',
      'method:session/update from:a2x not kind:res',
      'from:',
      'from: agent',
      'kind:x',
      'sev:fatal+',
      'is:open',
      'has:bugs',
      'metod:x',
      'http://example.org',
      'size>big',
      'size:1..x',
      'size:..',
      'size:9..1',
      'seq:1.5',
      'dur>5parsecs',
      'turn:99999999999999999999',
      'method>x',
      'method~x',
      'size~/1/',
      'from~/a/',
      '/(a/',
      '/a)/',
      '/(?=a)/',
      '/(a)\\1/',
      '/a{1001}/',
      '/(a{1000}){1000}/',
      '/a/g',
      '/[z-a]/',
      'tool~/*/',
      '""',
      '"abc',
      "method:'abc",
      'path:',
      'path:.a',
      'path:a..b',
      'path:a.=1',
      'path:a=',
      'path>3',
      '(a b',
      'a b)',
      '()',
      'a or',
      'not',
      'and a',
      'a | | b',
      '~x',
      '~m',
      '~m kind:req',
      '~d 7',
      '',
      '   ',
      `${'('.repeat(101)}a${')'.repeat(101)}`,
      'not '.repeat(101) + 'a',
    ];
    const lines = wrong.flatMap((text) => {
      const result = parseFilter(text);
      return [`> ${text}`, result.ok ? 'IS A FILTER' : `  ${problemLine(text, result.problem)}`, ''];
    });
    await expect(lines.join('\n')).toMatchFileSnapshot('../golden/filter/problems.txt');
    expect(lines).not.toContain('IS A FILTER');
  });

  test('any text is a filter or a problem that lies in it', () => {
    const pieces = fc.constantFrom(
      ...[
        'from:',
        'kind:',
        'agent',
        'req',
        'size>',
        '1k',
        '..',
        '(',
        ')',
        'not',
        ' ',
        ' ',
        '"',
        '/',
        '\\',
        '~',
        '|',
        '&',
      ],
      ...['!', 'path:', 'a.b', '=', 't:', '1:2', 'sev:', 'warn+', '[', ']', '*', '+', '?', '{2}', "'", 'é', '😀', '\0'],
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (any) => {
        const result = parseFilter(any);
        if (result.ok) return;
        expect(result.problem.start).toBeGreaterThanOrEqual(0);
        expect(result.problem.start).toBeLessThanOrEqual(any.length);
        expect(result.problem.end).toBeGreaterThan(result.problem.start);
      }),
      { numRuns: 2000 },
    );
  });

  test('a text of brackets, quotes or slashes without end is no problem of time', () => {
    for (const piece of ['(', '"', '/', '/[', 'not ', '~', '\\', '"\\', 'path:"', '!(']) {
      expect(parseFilter(piece.repeat(20_000)).ok, piece).toBeTypeOf('boolean');
    }
  });
});

test('every field has an example that is one', () => {
  for (const { name, example } of FIELDS) expect(parseFilter(example).ok, name).toBe(true);
});
