import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WAIT_KINDS } from '../../../src/model/state/wait.js';
import { whyJson, type WhyJson } from '../../../src/report/waits/why-json-schema.js';
import { pageLineText, whyPage } from '../../../src/report/waits/why-text.js';
import { whyOf, type Asked } from '../../../src/report/waits/why-answer.js';
import { request, result } from '../../support/conversations/conversation.js';
import { line, stateAfter, type Observed } from '../../support/conversations/observing.js';
import { utf8 } from '../../support/values/bytes.js';

const sessionId = 'sess-1';
const HANG: readonly Observed[] = [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 10),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), 20),
  line('agent', result(1, { sessionId }), 30),
  line(
    'client',
    request(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Run the tests.' }] }),
    1_000,
  ),
  line(
    'agent',
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId, update: { sessionUpdate: 'tool_call', toolCallId: 'a', title: 'npm \u001b[31mtest' } },
    },
    2_000,
  ),
];
const ASK = line(
  'agent',
  request(99, 'session/request_permission', { sessionId, toolCall: { toolCallId: 'a' }, options: [] }),
  2_100,
);

function why(entries: readonly Observed[], asked: Partial<Asked> = {}): WhyJson {
  const answer = whyOf(stateAfter(entries), {
    name: 'demo',
    word: '3',
    state: 'live',
    nowMs: 10_500,
    hasTimes: true,
    outside: {},
    notes: [],
    ...asked,
  });
  return whyJson.strict().parse(answer);
}

function page(answer: WhyJson): string {
  return [...whyPage(answer)].map(pageLineText).join('\n');
}

test('a permission that nobody answers', () => {
  expect(page(why([...HANG, ASK], { outside: { stderr: null } }))).toMatchInlineSnapshot(`
    "demo: live, waiting for user 8.4 s

    client owes session/request_permission 99 for 8.4 s: a person has to decide, or the dialog was lost
      session  sess-1
      fact     the client owes session/request_permission 99 "npm \\u001b[31mtest" for 8.4 s (frame 6)
      fact     tool call "npm \\u001b[31mtest" is pending for 8.5 s (frame 5)
      fact     the agent owes session/prompt 2 "Run the tests." for 9.5 s (frame 4)
      fact     the last line of the client came 9.5 s ago (frame 4)
      guess    a person has to decide, or the dialog was lost
      usually  Nobody has answered the dialog yet.
      usually  The client does not show it: it belongs to a hidden tab, another session, or a call that the client dropped.
      next     Answer the dialog in the client
      next     If there is none, report it to the client, with the request: turntable show 3 --frames 6 --pretty"
  `);
});

test('a tool call inside the agent, with the last words of its stderr', () => {
  const outside = { stderr: { seq: 4, at: 9_000, text: 'waiting for lock' } };
  expect(page(why(HANG, { outside }))).toMatchInlineSnapshot(`
    "demo: live, waiting for agent 8.5 s

    agent owes session/prompt 2 for 9.5 s: the wait is inside the agent, in a tool call
      session  sess-1
      fact     tool call "npm \\u001b[31mtest" is pending for 8.5 s (frame 5)
      fact     the agent owes session/prompt 2 "Run the tests." for 9.5 s (frame 4)
      fact     nothing is asked of the client
      fact     the last line of the agent came 8.5 s ago (frame 5)
      fact     the agent has read up to here: it answered this frame, or a later one (frame 2)
      fact     the agent's stderr was last written 1.5 s ago: "waiting for lock" (frame 4)
      fact     the wait is inside the agent, in a tool call
      usually  The tool is slow, or waits for input that nobody can give.
      usually  A subagent or an MCP server asked for permission, and the question was lost inside the agent.
      next     Look at what the tool was asked to do: turntable show 3 --frames 5 --pretty
      next     Look for its process (ps), and read the agent's stderr: turntable show 3 --from stderr"
  `);
});

test('a tool call that was allowed and never mentioned again most likely runs', () => {
  const params = {
    sessionId,
    toolCall: { toolCallId: 'b', title: 'sleep 60' },
    options: [{ optionId: 'y', kind: 'allow_once' }],
  };
  const ask = line('agent', request(7, 'session/request_permission', params), 2_000);
  const allow = line('client', result(7, { outcome: { outcome: 'selected', optionId: 'y' } }), 3_000);
  const [wait] = why([...HANG.slice(0, 5), ask, allow]).waits;
  expect(wait?.lines[0]?.text).toBe('tool call "sleep 60" was allowed 7.5 s ago and not reported since');
  expect(wait?.lines.at(-1)).toMatchObject({
    certainty: 'guess',
    text: 'the wait is inside the agent, in a tool call',
  });
});

test('a missing newline, after the end, in a file', () => {
  const bytes = utf8('{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}');
  const outside = { unfinished: [{ sender: 'agent', bytes, sizeBytes: bytes.length, lastMs: 2_200 }] } as const;
  const notes = ['the client closed the connection (event 7)'];
  expect(page(why(HANG.slice(0, 5), { state: 'ended', word: undefined, outside, notes }))).toMatchInlineSnapshot(`
    "demo: ended while 1 thing was owed

    agent owed session/prompt 2 for 9.5 s: the message is there, its newline is not
      session  sess-1
      fact     the agent owed session/prompt 2 "Run the tests." for 9.5 s (frame 4)
      fact     the last line of the agent has no newline: 59 B, the last of them 8.3 s before the end
      guess    these bytes look like the answer to session/prompt 2; whoever reads line by line does not see it
      fact     nothing is asked of the client
      fact     the last line of the agent came 10.5 s before the end (frame 3)
      fact     the agent has read up to here: it answered this frame, or a later one (frame 2)
      fact     the message is there, its newline is not
      usually  The sender forgot the newline, or did not flush it: the other side reads whole lines.
      next     Report it to the sender, with these bytes

    note: the client closed the connection (event 7)"
  `);
});

test('nothing is owed', () => {
  const answer = why(HANG.slice(0, 4));
  expect(answer).toMatchObject({ waits: [], waitingMs: null });
  expect(page(answer)).toBe('demo: live, nothing is owed');
});

test('without times no duration is told', () => {
  const answer = why([...HANG, ASK], { hasTimes: false });
  expect(answer).toMatchObject({ atMs: null, waitingMs: null });
  expect(answer.waits[0]).toMatchObject({ openMs: null, silentMs: null });
  expect(page(answer)).not.toMatch(/\d m?s\b/);
});

test('it has waited for as long as nothing moved, not for as long as something is open', () => {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Still at it.' } };
  const chunk = line('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } }, 9_500);
  expect(why(HANG).waitingMs).toBe(8_500);
  expect(why([...HANG, chunk]).waitingMs).toBe(1_000);
  // the question is still unanswered, whatever else the agent says
  expect(why([...HANG, ASK, chunk]).waitingMs).toBe(8_400);
});

test('the page of the documentation has every kind of wait', () => {
  const text = readFileSync(new URL('../../../docs/why.md', import.meta.url), 'utf8');
  expect(WAIT_KINDS.filter((kind) => !text.includes(`| \`${kind}\``))).toEqual([]);
});
