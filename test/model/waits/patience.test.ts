import { describe, expect, test } from 'vitest';
import { canBeStuck } from '../../../src/model/waits/patience.js';
import { waitsOf } from '../../../src/model/waits/open-waits.js';
import type { Wait } from '../../../src/model/state/wait.js';
import { request, result } from '../../support/conversations/conversation.js';
import { line, stateAfter, type Observed } from '../../support/conversations/observing.js';

const OPENED: readonly Observed[] = [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 0),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), 0),
  line('agent', result(1, { sessionId: 's' }), 0),
];

function prompt(id: number, atMs: number): Observed {
  return line(
    'client',
    request(id, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'Go on.' }] }),
    atMs,
  );
}

function update(members: Record<string, string>, atMs: number): Observed {
  return line('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: members } }, atMs);
}

/** A turn in which the agent says nothing for so long. @param startMs when it begins */
function turn(id: number, silentMs: number, startMs: number, stopReason = 'end_turn'): Observed[] {
  return [
    prompt(id, startMs),
    update({ sessionUpdate: 'plan' }, startMs + 10),
    line('agent', result(id, { stopReason }), startMs + 10 + silentMs),
  ];
}

function waitAfter(entries: readonly Observed[]): Wait {
  const [wait] = waitsOf(stateAfter([...OPENED, ...entries]));
  if (wait === undefined) throw new Error('nothing is owed');
  return wait;
}

describe('how long an agent may be silent in a turn', () => {
  test('is two minutes, as long as nothing is known of it', () => {
    expect(waitAfter([prompt(9, 100)]).patienceMs).toBe(120_000);
    expect(waitAfter([...turn(2, 20, 100), prompt(9, 200)]).patienceMs).toBe(120_000);
  });

  test('is half a minute, if it was lively in three turns', () => {
    const turns = [...turn(2, 20, 100), ...turn(3, 900, 1_000), ...turn(4, 30, 3_000)];
    const wait = waitAfter([...turns, prompt(9, 5_000)]);
    expect(wait.patienceMs).toBe(30_000);
    expect(wait.signs).toContainEqual({ type: 'usual', turns: 3, longestMs: 900 });
  });

  test('is longer, if it has been silent for long before and went on', () => {
    const turns = [...turn(2, 20, 100), ...turn(3, 90_000, 1_000), ...turn(4, 30, 100_000)];
    expect(waitAfter([...turns, prompt(9, 110_000)]).patienceMs).toBe(270_000);
    expect(waitAfter([...turn(2, 90_000, 100), prompt(9, 110_000)]).patienceMs).toBe(270_000);
  });

  test('counts what is behind it in the same turn', () => {
    const entries = [prompt(9, 100), update({ sessionUpdate: 'plan' }, 100_100)];
    expect(waitAfter(entries).patienceMs).toBe(300_000);
  });

  test('is not made longer by a silence that a cancel ended', () => {
    const cancel = line('client', { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } }, 500_000);
    const cancelled = [prompt(2, 100), cancel, line('agent', result(2, { stopReason: 'cancelled' }), 500_100)];
    expect(waitAfter([...cancelled, prompt(9, 600_000)]).patienceMs).toBe(120_000);
  });

  test('is the same in a tool call', () => {
    const call = update({ sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Run', status: 'in_progress' }, 200);
    expect(waitAfter([prompt(9, 100), call])).toMatchObject({ kind: 'tool-call', patienceMs: 120_000 });
  });
});

describe('stuck', () => {
  test('is a program that has to act', () => {
    expect(canBeStuck(waitAfter([prompt(9, 100)]))).toBe(true);
    const read = line('agent', request(7, 'fs/read_text_file', { sessionId: 's', path: '/a' }), 200);
    expect(canBeStuck(waitAfter([prompt(9, 100), read]))).toBe(true);
  });

  test('is no person, no command, and nothing that waits for something else that is owed', () => {
    const ask = (method: string) => line('agent', request(7, method, { sessionId: 's' }), 200);
    for (const method of ['session/request_permission', 'elicitation/create', 'terminal/wait_for_exit']) {
      expect(canBeStuck(waitAfter([prompt(9, 100), ask(method)])), method).toBe(false);
    }
    const queued = waitsOf(stateAfter([...OPENED, prompt(8, 100), prompt(9, 200)])).at(-1);
    expect(queued?.kind).toBe('queued-prompt');
    expect(queued && canBeStuck(queued)).toBe(false);
  });
});
