import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FaultPlan, parseFault } from '../../../src/replay/engine/faults.js';
import { utf8 } from '../../support/values/bytes.js';
import { request, result } from '../../support/conversations/conversation.js';
import { HELLO, opened, prompt } from '../../support/conversations/opened.js';
import { MADE, started, TURN } from '../../support/replay/played.js';
import { chunk, notification, type Conversation } from '../../support/conversations/scripted.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('pace', () => {
  test('instant: all that is free at once, in one write', () => {
    const { stage, say } = started(TURN.filter(([who]) => who !== 'stderr'));
    say(HELLO, MADE, prompt(2, 's'));
    expect(stage.lines).toEqual(['0 answer 0', '0 answer 1', '0 chunk a', '0 chunk b', '0 answer 2']);
    expect(stage.writes).toHaveLength(3);
  });

  test('recorded: with the pauses between agent frames, from the message that asked', () => {
    const { stage, say } = started(TURN, { pace: { speed: 1, maxGapMs: Infinity } });
    say(HELLO);
    vi.advanceTimersByTime(1_000);
    say(MADE, prompt(2, 's'));
    vi.advanceTimersByTime(10_000);
    expect(stage.lines).toEqual([
      '100 answer 0',
      '1050 answer 1',
      '1250 chunk a',
      '1350 stderr a warning',
      '4050 chunk b',
      '4051 answer 2',
    ]);
  });

  test('four times as fast, and never longer than the longest', () => {
    const { stage, say } = started(TURN, { pace: { speed: 4, maxGapMs: 100 } });
    say(HELLO, MADE, prompt(2, 's'));
    vi.advanceTimersByTime(10_000);
    expect(stage.lines).toEqual([
      '25 answer 0',
      '37 answer 1',
      '87 chunk a',
      '112 stderr a warning',
      '212 chunk b',
      '212 answer 2',
    ]);
  });

  test('many short pauses take as long as they say, and a late timer is made up for', () => {
    const burst = Array.from({ length: 100 }, (_, i): Conversation[number] => [
      'agent',
      chunk('s', `${i}`),
      100.3 + i * 0.3,
    ]);
    const conversation: Conversation = [
      ['client', HELLO, 0],
      ...burst,
      ['agent', result(0, { protocolVersion: 1 }), 200],
    ];
    const { stage, say } = started(conversation, { pace: { speed: 1, maxGapMs: Infinity } });
    say(HELLO);
    vi.advanceTimersByTime(10_000);
    const at = stage.lines.map((line) => Number(line.split(' ')[0]));
    expect([at[0], at[50], at[99], at[100]]).toEqual([100, 115, 130, 200]);
  });

  test('a client that leaves meanwhile is told of what was not written', () => {
    const { stage, player, say } = started(TURN, { pace: { speed: 1, maxGapMs: Infinity } });
    say(HELLO, MADE, prompt(2, 's'));
    vi.advanceTimersByTime(500);
    player.end();
    vi.advanceTimersByTime(60_000);
    expect(stage.lines.at(-1)).toBe('500 finished matched client-eof');
    expect(stage.report).toMatchObject({ unwritten: 2, outcome: 'matched' });
  });

  test('a divergence comes at once, and nothing of the recording after it', () => {
    const { stage, say } = started(TURN, { pace: { speed: 1, maxGapMs: Infinity } });
    say(HELLO);
    vi.advanceTimersByTime(50);
    say(request('x', '_own', {}));
    vi.advanceTimersByTime(60_000);
    expect(stage.lines).toEqual(['50 refused "x"']);
  });

  test('an answered cancel takes away what is not written', () => {
    const { stage, player, say } = started(TURN, { pace: { speed: 1, maxGapMs: Infinity } }, { answersCancels: true });
    say(HELLO, MADE, prompt(2, 's'));
    vi.advanceTimersByTime(1_000);
    say(notification('session/cancel', { sessionId: 's' }));
    vi.advanceTimersByTime(60_000);
    player.end();
    expect(stage.lines.slice(2)).toEqual([
      '350 chunk a',
      '450 stderr a warning',
      '3150 answer 2',
      '61000 finished matched client-eof',
    ]);
    expect(stage.writes.at(-1)).toContain('"stopReason":"cancelled"');
  });
});

describe('lines', () => {
  test('however they are cut, also a last one without a newline', () => {
    const { stage, player } = started(TURN.slice(0, 4));
    const bytes = utf8(`${JSON.stringify(HELLO)}\n\n \n${JSON.stringify(MADE)}`);
    for (const byte of bytes) player.push(new Uint8Array([byte]));
    expect(stage.lines).toEqual(['0 answer 0']);
    player.end();
    expect(stage.lines).toEqual(['0 answer 0', '0 answer 1', '0 finished matched client-eof']);
  });

  test('with CRLF', () => {
    const { stage, player } = started(TURN.slice(0, 2));
    player.push(utf8(`${JSON.stringify(HELLO)}\r\n`));
    expect(stage.lines).toEqual(['0 answer 0']);
  });
});

describe('faults', () => {
  function struck(...faults: string[]): string[] {
    const { stage, player, say } = started(
      TURN.filter(([who]) => who !== 'stderr'),
      { faults: new FaultPlan(faults.map(parseFault), 1) },
    );
    say(HELLO, MADE, prompt(2, 's'));
    vi.advanceTimersByTime(10_000);
    player.end();
    return stage.lines.slice(2);
  }

  test.each<[string[], string[]]>([
    [['drop@5'], ['0 chunk b', '0 answer 2', '10000 finished matched client-eof']],
    [['duplicate@5'], ['0 chunk a', '0 chunk a', '0 chunk b', '0 answer 2', '10000 finished matched client-eof']],
    [['delay=70@6'], ['0 chunk a', '70 chunk b', '70 answer 2', '10000 finished matched client-eof']],
    [['noise=hm@6'], ['0 chunk a', '0 hm', '0 chunk b', '0 answer 2', '10000 finished matched client-eof']],
    [['close@6'], ['0 chunk a', '0 closed', '10000 finished matched client-eof']],
    [['stall@6'], ['0 chunk a', '10000 finished matched client-eof']],
    [['exit=3@6'], ['0 chunk a', '0 finished matched fault']],
    [['truncate=10@7'], ['0 chunk a', '0 chunk b', '0 {"jsonrpc"', '10000 finished matched client-eof']],
  ])('%j', (faults, lines) => {
    expect(struck(...faults)).toEqual(lines);
  });

  test('a split line comes in two writes', () => {
    const { stage, say } = started(TURN.slice(0, 2), { faults: new FaultPlan([parseFault('split=5@1')], 1) });
    say(HELLO);
    expect(stage.writes).toEqual(['{"jso']);
    vi.advanceTimersByTime(1);
    expect(stage.writes.join('')).toBe(`${JSON.stringify(result(0, { protocolVersion: 1 }))}\n`);
  });
});

describe('an agent that ended by itself', () => {
  test('ends so again, when all was written', () => {
    const { stage, say } = started([...TURN, ['event', 'exit', { code: '3' }]], { pace: { speed: 1, maxGapMs: 10 } });
    say(HELLO, MADE, prompt(2, 's'));
    vi.advanceTimersByTime(1_000);
    expect(stage.lines.slice(-2)).toEqual(['51 answer 2', '51 finished matched own-ending']);
    expect(stage.exit).toEqual({ code: 3 });
    expect(stage.report?.coverage.agentFrames).toEqual({ sent: 5, of: 5 });
  });

  test('one that closed its stdout only does that', () => {
    const { stage, player, say } = started([...TURN, ['event', 'agent-eof'], ['event', 'client-eof']]);
    say(HELLO, MADE, prompt(2, 's'));
    expect(stage.lines.at(-1)).toBe('0 closed');
    player.end();
    expect(stage.lines.at(-1)).toBe('0 finished matched client-eof');
  });
});

test('stderr is written in its place, or not at all', () => {
  for (const writesStderr of [true, false]) {
    const { stage, say } = started(TURN, { writesStderr });
    say(HELLO, MADE, prompt(2, 's'));
    expect(stage.lines.filter((line) => line.includes('stderr'))).toEqual(writesStderr ? ['0 stderr a warning'] : []);
    expect(stage.lines.indexOf('0 stderr a warning')).toBe(writesStderr ? 3 : -1);
  }
});

test('a report tells of warnings and of what stayed unanswered', () => {
  const { stage, player, say } = started([...opened('s'), ['client', prompt(2, 's')]], {}, { match: 'method' });
  say(HELLO, MADE, prompt(2, 's', 'other words'));
  player.end('signal');
  expect(stage.report).toMatchObject({
    ended: 'signal',
    fixture: 'x.acp',
    warnings: [{ place: { line: 5 }, differences: [{ pointer: '/params/prompt/0/text' }] }],
    unanswered: [{ line: 5 }],
    coverage: { clientMessages: { came: 3, of: 3 } },
  });
});
