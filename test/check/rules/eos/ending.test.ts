import { expect, test } from 'vitest';
import { judgeLines } from '../../../support/checking/rule-examples.js';

const PROMPT = (id: number) =>
  `client +250 {"jsonrpc":"2.0","id":${id},"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}`;
const HELLO =
  'agent +120 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello."}}}}';
const LEFT = ['event +500 client-eof', 'event +10 agent-eof', 'event +1 exit code=0'];

/** What is said of the end, as `seq severity rule` each. */
function atTheEnd(lines: readonly string[], given = 'G1x'): string[] {
  return judgeLines(given, lines).found.filter((line) => line.includes(' eos/'));
}

test('a prompt is forgotten where a later one of the session was answered', () => {
  const answered = 'agent +120 {"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"}}';
  expect(atTheEnd([PROMPT(3), HELLO, PROMPT(4), HELLO, answered, ...LEFT])).toEqual([
    '5 error eos/turn-never-answered',
  ]);
});

test('where the end has no time of its own it came neither soon nor late', () => {
  const untimed = ['client {"jsonrpc":"2.0","id":5,"method":"session/list","params":{}}', 'event agent-eof'];
  expect(atTheEnd(untimed)).toEqual(['5 error eos/request-never-answered']);
});

test('what was asked before a hole may have been answered in it', () => {
  const lines = [PROMPT(3), HELLO, 'event +10 gap', 'event +2000 agent-eof', 'event +1 exit code=0'];
  expect(atTheEnd(lines)).toEqual(['5 info eos/turn-never-answered']);
});

test('pipes that are closed together do not tell who began', () => {
  const together = ['event +2000 agent-eof', 'event +5 client-eof', 'event +1 exit code=0'];
  expect(atTheEnd([PROMPT(3), HELLO, ...together])).toEqual(['5 warning eos/turn-never-answered']);
});

test('a request that was withdrawn is the matter of another rule', () => {
  const ask = 'client +250 {"jsonrpc":"2.0","id":5,"method":"session/list","params":{}}';
  const withdraw = 'client +250 {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":5}}';
  const died = ['event +2000 agent-eof', 'event +1 exit code=0'];
  expect(atTheEnd([ask, withdraw, ...died])).toEqual([]);
});

const BATCH = 'client +250 [{"jsonrpc":"2.0","id":5,"method":"session/list","params":{}}]';

test('an agent that exits while the requests of a batch wait is told of once, whatever its code', () => {
  for (const code of [0, 1]) {
    const died = ['event +2000 agent-eof', `event +1 exit code=${code}`];
    expect(atTheEnd([BATCH, ...died])).toEqual(['7 warning eos/abnormal-exit']);
  }
});

test('a client that leaves while a batch waits has nobody to blame', () => {
  expect(atTheEnd([BATCH, ...LEFT])).toEqual([]);
});

const LIST = (id: number) => `client +50 {"jsonrpc":"2.0","id":${id},"method":"session/list","params":{}}`;
const DIED = ['event +2000 agent-eof', 'event +1 exit code=0'];

/** What is said of a request that was never answered. */
function wordsFor(...lines: string[]): string | undefined {
  const { violations } = judgeLines('G1x', [...lines, ...DIED]);
  return violations.find(({ rule }) => rule === 'eos/request-never-answered')?.message;
}

test('a request behind a broken frame names that frame, by the place where it is reported', () => {
  expect(wordsFor('client +50 {broken', LIST(5))).toContain('was broken (frame 5)');
  expect(wordsFor('client +50 {', 'client +0 "jsonrpc":"2.0","method":"_a"', 'client +0 }', LIST(5))).toContain(
    'was broken (frame 5)',
  );
});

test('a broken frame that the agent got over is not what held a later request up', () => {
  const listed = 'agent +5 {"jsonrpc":"2.0","id":5,"result":{"sessions":[]}}';
  expect(wordsFor('client +50 {broken', LIST(5), listed, LIST(6))).not.toContain('broken');
});

test('nobody owes an answer to what was asked after the end', () => {
  const late = 'client +50 {"jsonrpc":"2.0","id":5,"method":"session/list","params":{}}';
  expect(atTheEnd(['event +10 agent-eof', 'event +1 exit code=0', late])).toEqual([]);
});

test('a command that runs holds the turn, and nobody is at fault when the client leaves', () => {
  const lines = [
    PROMPT(3),
    'agent +10 {"jsonrpc":"2.0","id":1,"method":"terminal/create","params":{"sessionId":"s1","command":"npm","args":["test"]}}',
    'client +10 {"jsonrpc":"2.0","id":1,"result":{"terminalId":"t1"}}',
    'agent +10 {"jsonrpc":"2.0","id":2,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"t1"}}',
    'event +60000 client-eof',
    'event +10 agent-eof',
    'event +1 exit code=0',
  ];
  expect(atTheEnd(lines)).toEqual(['8 info eos/request-never-answered']);
});

test('a cancel that was followed by another turn is never confirmed, however soon the end came', () => {
  const cancel = 'client +10 {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}';
  const answered = 'agent +20 {"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"}}';
  const lines = [PROMPT(3), HELLO, cancel, PROMPT(4), HELLO, answered, ...LEFT];
  expect(atTheEnd(lines)).toEqual(['7 error eos/cancel-never-confirmed']);
});
