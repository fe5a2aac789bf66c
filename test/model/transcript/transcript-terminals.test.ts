import { expect, test } from 'vitest';
import type { TerminalText } from '../../../src/model/transcript/transcript.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { toBase64 } from '../../../src/wire/base64.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import { line } from '../../support/conversations/observing.js';
import { opened, prompt, turnsIn, update } from '../../support/report/transcript-gists.js';
import { utf8 } from '../../support/values/bytes.js';

function ask(id: string, method: string, params: JsonObject) {
  return line('agent', request(id, `terminal/${method}`, { sessionId: 's', ...params }));
}

function answer(id: string, value: JsonObject) {
  return line('client', result(id, value));
}

const CREATED = [
  ask('1', 'create', { command: 'npm', args: ['test', '--', 'a b'], cwd: '/w' }),
  answer('1', { terminalId: 't' }),
];

function terminals(version: 1 | 2, ...entries: readonly ReturnType<typeof line>[]): TerminalText[] {
  const begin = version === 1 ? prompt(1, 'go') : update('state_update', { state: 'running' });
  const [turn] = turnsIn([...opened(version, 's'), begin, ...entries]).filter(({ number }) => number !== undefined);
  return [...(turn?.terminals.values() ?? [])];
}

test('of v1: the command, the last output that was asked for, and how it ended', () => {
  const told = terminals(
    1,
    ...CREATED,
    ask('2', 'output', { terminalId: 't' }),
    answer('2', { output: 'one\n', truncated: false }),
    ask('3', 'output', { terminalId: 't' }),
    answer('3', { output: 'two\n', truncated: true, exitStatus: { exitCode: 1 } }),
    ask('4', 'release', { terminalId: 't' }),
    answer('4', {}),
  );
  expect(told).toMatchObject([
    { id: 't', command: 'npm test -- a b', cwd: '/w', output: 'two\n', isTruncated: true, isEmbedded: false },
  ]);
  expect(told[0]?.exit).toEqual({ code: 1, signal: undefined });
});

test('a tool call that shows it is known, and how its end was waited for', () => {
  const [terminal] = terminals(
    1,
    ...CREATED,
    update('tool_call', { toolCallId: 'c', title: 'Test', content: [{ type: 'terminal', terminalId: 't' }] }),
    ask('2', 'wait_for_exit', { terminalId: 't' }),
    answer('2', { exitCode: null, signal: 'SIGKILL' }),
  );
  expect(terminal).toMatchObject({ isEmbedded: true, exit: { code: undefined, signal: 'SIGKILL' } });
});

test('one of an earlier turn keeps its command', () => {
  const turns = turnsIn([
    ...opened(1, 's'),
    prompt(1, 'go'),
    ...CREATED,
    line('agent', result(1, { stopReason: 'end_turn' })),
    prompt(2, 'go on'),
    ask('5', 'output', { terminalId: 't' }),
    answer('5', { output: 'late', truncated: false }),
  ]);
  expect([...(turns.at(-1)?.terminals.values() ?? [])]).toMatchObject([{ command: 'npm', output: 'late' }]);
});

test('one that could not be made is none', () => {
  expect(terminals(1, ask('1', 'create', { command: 'x' }), line('client', error('1', -32603, 'no')))).toEqual([]);
});

test('of v2: bytes are put together, also where they are cut within a character', () => {
  const bytes = utf8('a😀é\n');
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const chunk = (part: Uint8Array) => update('terminal_output_chunk', { terminalId: 't', data: toBase64(part) });
    const [terminal] = terminals(
      2,
      update('terminal_update', { terminalId: 't', command: 'ls', cwd: '/w' }),
      chunk(bytes.subarray(0, cut)),
      chunk(bytes.subarray(cut)),
      update('terminal_update', { terminalId: 't', exitStatus: { exitCode: 0 } }),
    );
    expect(terminal).toMatchObject({ command: 'ls', cwd: '/w', output: 'a😀é\n', exit: { code: 0 } });
  }
});

test('of v2: a snapshot replaces what was there', () => {
  const output = (text: string) => ({ data: toBase64(utf8(text)) });
  const [terminal] = terminals(
    2,
    update('terminal_output_chunk', { terminalId: 't', ...output('old') }),
    update('terminal_update', { terminalId: 't', output: output('new') }),
    update('terminal_output_chunk', { terminalId: 't', ...output('er') }),
    update('terminal_output_chunk', { terminalId: 't', data: 'no base64' }),
  );
  expect(terminal?.output).toBe('newer');
});
