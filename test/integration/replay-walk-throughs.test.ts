import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { skipLoudly } from '../support/processes/skip.js';
import { Walk } from '../support/replay/walking.js';

// The walk-throughs of docs/replay.md. What is said is told by kind alone.
skipLoudly(!hasCorpus, 'the walk-throughs of docs/replay.md', 'the corpus is not here');

const HELLO = ['(start) -> nothing', '1 initialize -> answer to initialize'];

describe.skipIf(!hasCorpus)('a walk through', () => {
  describe('claude-agent-acp 08: a cancel while a permission is asked for', () => {
    const walk = () => Walk.through('claude-agent-acp-0.100.0/08-cancel-permission');
    const beginning = [
      ...HELLO,
      '2 session/new -> _auth/status_update, answer to session/new, available_commands_update',
      '3 session/prompt -> available_commands_update, usage_update, 5 agent_message_chunk, tool_call, tool_call_update, usage_update, session/request_permission',
    ];
    const rest = 'tool_call_update, usage_update, answer to session/prompt';

    test('in recorded order', () => {
      expect(walk().steps()).toEqual([
        ...beginning,
        '4 session/cancel -> nothing',
        `5 answer to session/request_permission -> ${rest}`,
      ]);
    });

    test('the answer before the cancel: the agent goes on when both are there', () => {
      expect(walk().steps([1, 2, 3, 5, 4])).toEqual([
        ...beginning,
        '5 answer to session/request_permission -> nothing',
        `4 session/cancel -> ${rest}`,
      ]);
    });

    test('a cancel before the prompt is too early', () => {
      expect(walk().steps([1, 2, 4]).at(-1)).toBe('4 session/cancel -> too-early');
    });
  });

  describe('claude-agent-acp 18: two prompts at once', () => {
    const walk = () => Walk.through('claude-agent-acp-0.100.0/18-double-prompt');

    test('in recorded order: what was said after the second prompt waits for it, the answer to the first one too', () => {
      expect(walk().steps()).toEqual([
        ...HELLO,
        '2 session/new -> _auth/status_update, answer to session/new, available_commands_update',
        '3 session/prompt -> available_commands_update, usage_update, 6 agent_message_chunk',
        '4 session/prompt -> 14 agent_message_chunk, 2 usage_update, answer to session/prompt, usage_update, 2 agent_message_chunk, 2 usage_update, answer to session/prompt',
      ]);
    });

    test('prompts keep their order', () => {
      expect(walk().steps([1, 2, 4]).at(-1)).toBe('4 session/prompt -> too-early');
    });
  });

  describe('claude-agent-acp 20: a prompt that is withdrawn', () => {
    const walk = () => Walk.through('claude-agent-acp-0.100.0/20-request-cancel');

    test('in recorded order: the turn stops where the withdrawal came', () => {
      expect(walk().steps()).toEqual([
        ...HELLO,
        '2 session/new -> _auth/status_update, answer to session/new, available_commands_update',
        '3 session/prompt -> available_commands_update, usage_update, 4 agent_message_chunk',
        '4 $/cancel_request -> usage_update, answer to session/prompt',
      ]);
    });

    test('what was not sent cannot be withdrawn', () => {
      expect(walk().steps([1, 2, 4]).at(-1)).toBe('4 $/cancel_request -> too-early');
    });
  });

  describe('gemini-cli 08: a file is read, then a cancel', () => {
    const walk = () => Walk.through('gemini-cli-0.61.0/08-cancel-permission');
    const beginning = [
      ...HELLO,
      '2 session/new -> answer to session/new, available_commands_update',
      '3 session/prompt -> 5 agent_message_chunk, fs/read_text_file',
      '4 answer to fs/read_text_file -> session/request_permission',
    ];

    test('in recorded order', () => {
      expect(walk().steps()).toEqual([
        ...beginning,
        '5 session/cancel -> nothing',
        '6 answer to session/request_permission -> answer to session/prompt',
      ]);
    });

    test('the answer before the cancel', () => {
      expect(walk().steps([1, 2, 3, 4, 6, 5])).toEqual([
        ...beginning,
        '6 answer to session/request_permission -> nothing',
        '5 session/cancel -> answer to session/prompt',
      ]);
    });

    test('a cancel before the file was given is too early: the permission came between them', () => {
      expect(walk().steps([1, 2, 3, 5]).at(-1)).toBe('5 session/cancel -> too-early');
    });
  });

  describe('gemini-cli 11: a session that is loaded tells its history after the answer', () => {
    const walk = () => Walk.through('gemini-cli-0.61.0/11-load-replay');

    test('in recorded order: history that was told after the prompt comes after the prompt', () => {
      expect(walk().steps()).toEqual([
        ...HELLO,
        '2 session/load -> user_message_chunk, answer to session/load',
        '3 session/prompt -> user_message_chunk, agent_thought_chunk, agent_message_chunk, user_message_chunk, agent_message_chunk, tool_call, user_message_chunk, agent_message_chunk, available_commands_update, agent_message_chunk, answer to session/prompt',
      ]);
    });

    test('no prompt before the session is loaded', () => {
      expect(walk().steps([1, 3]).at(-1)).toBe('3 session/prompt -> too-early');
    });
  });

  describe('gemini-cli 18: a second prompt that ends the first', () => {
    test('in recorded order', () => {
      expect(Walk.through('gemini-cli-0.61.0/18-double-prompt').steps()).toEqual([
        ...HELLO,
        '2 session/new -> answer to session/new, available_commands_update',
        '3 session/prompt -> 6 agent_message_chunk',
        '4 session/prompt -> answer to session/prompt, 2 agent_message_chunk, answer to session/prompt',
      ]);
    });

    test('one prompt alone is not all that was recorded', () => {
      expect(Walk.through('gemini-cli-0.61.0/18-double-prompt').steps([1, 2, 3]).at(-1)).toBe('(end) -> unused');
    });
  });

  describe('sdk-example-agent 09: two sessions at once', () => {
    const walk = () => Walk.through('sdk-example-agent-0.12.0/09-two-sessions');
    const asks =
      'agent_message_chunk, tool_call, tool_call_update, agent_message_chunk, tool_call, session/request_permission';
    const ends = 'tool_call_update, agent_message_chunk, answer to session/prompt';
    const opened = [...HELLO, '2 session/new -> answer to session/new', '3 session/new -> answer to session/new'];

    test('in recorded order: each turn runs to its question, though the recorded ones were interleaved', () => {
      expect(walk().steps()).toEqual([
        ...opened,
        `4 session/prompt -> ${asks}`,
        `5 session/prompt -> ${asks}`,
        `6 answer to session/request_permission -> ${ends}`,
        `7 answer to session/request_permission -> ${ends}`,
      ]);
    });

    test('the second session first', () => {
      expect(walk().steps([1, 2, 3, 5, 4, 7, 6])).toEqual([
        ...opened,
        `5 session/prompt -> ${asks}`,
        `4 session/prompt -> ${asks}`,
        `7 answer to session/request_permission -> ${ends}`,
        `6 answer to session/request_permission -> ${ends}`,
      ]);
    });

    test('one session to its end before the other is made', () => {
      expect(walk().steps([1, 2, 4, 6, 3, 5, 7])).toEqual([
        ...opened.slice(0, 3),
        `4 session/prompt -> ${asks}`,
        `6 answer to session/request_permission -> ${ends}`,
        '3 session/new -> answer to session/new',
        `5 session/prompt -> ${asks}`,
        `7 answer to session/request_permission -> ${ends}`,
      ]);
    });
  });

  describe('zed-codex-acp 18: a second prompt that is never answered', () => {
    const walk = () => Walk.through('zed-codex-acp-0.16.0/18-double-prompt');

    test('in recorded order: one answer for two prompts', () => {
      expect(walk().steps()).toEqual([
        ...HELLO,
        '2 session/new -> answer to session/new, available_commands_update',
        '3 session/prompt -> 6 agent_message_chunk',
        '4 session/prompt -> 16 agent_message_chunk, usage_update, 2 agent_message_chunk, usage_update, answer to session/prompt',
      ]);
    });

    test('prompts keep their order', () => {
      expect(walk().steps([1, 2, 4]).at(-1)).toBe('4 session/prompt -> too-early');
    });
  });
});
