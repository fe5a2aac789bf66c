import { expect, test } from 'vitest';
import { Checker } from '../../../../src/check/engine/checker.js';
import { RULES } from '../../../../src/check/rules/index.js';
import type { EventName } from '../../../../src/wire/frame.js';
import { utf8 } from '../../../support/values/bytes.js';
import { PROTOCOL } from '../../../support/checking/rule-examples.js';

/** What is found of the family `transport/`, as `severity rule seq`. */
function found(
  entries: readonly (readonly ['agent', string, boolean] | readonly ['event', EventName, object])[],
): string[] {
  const all: string[] = [];
  const onViolation = ({ rule, severity, seq }: { rule: string; severity: string; seq: number }): void => {
    if (rule.startsWith('transport/')) all.push(`${severity} ${rule} ${seq}`);
  };
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation });
  for (const [seq, [what, said, more]] of entries.entries()) {
    const atNs = seq * 1e9;
    if (what === 'event') checker.event({ seq, name: said, fields: more as Record<string, string>, atNs });
    else {
      const bytes = utf8(said);
      checker.frame({ seq, sender: what, bytes, sizeBytes: bytes.length, terminated: more, atNs });
    }
  }
  checker.end();
  return all;
}

test('what stands at the edges of a hole in the recording is nobody’s fault', () => {
  const edges = [
    ['agent', '{"jsonrpc":"2.0","meth', false],
    ['event', 'gap', { agent: '40' }],
    ['agent', 'xt":"a"}}}', true],
    ['event', 'agent-eof', {}],
  ] as const;
  expect(found(edges)).toEqual([]);
});

test('the line after that is looked at like any other, and so is that of a stream without a hole', () => {
  const bad = ['agent', 'no JSON', true] as const;
  expect(found([['event', 'gap', { agent: '40' }], ['agent', 'rest', true], bad])).toEqual([
    'error transport/non-json-line 2',
  ]);
  expect(found([['event', 'gap', { client: '40' }], bad])).toEqual(['error transport/non-json-line 1']);
});

test('a last line that breaks off is a hint only, if the recording has a hole anywhere', () => {
  const end = [
    ['agent', '{"jsonrpc":', false],
    ['event', 'agent-eof', {}],
  ] as const;
  expect(found([['event', 'gap', { records: '1' }], ...end])).toEqual(['info transport/truncated-final-frame 1']);
  expect(found(end)).toEqual(['error transport/truncated-final-frame 0']);
});
