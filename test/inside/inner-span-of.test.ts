import { describe, expect, test } from 'vitest';
import { innerSpanOf } from '../../src/inside/inner-span-of.js';
import type { Attributes, Exported } from '../../src/inside/otlp/export-request.js';
import { CAPTURED_AGENTS, capturedExports, innerSpansOf } from '../support/fixtures/captured-exports.js';

function span(name: string, attributes: Record<string, string | number | boolean> = {}, parent = ''): Exported {
  const said: Attributes = new Map(Object.entries(attributes));
  return {
    signal: 'traces',
    name,
    service: 'a',
    startUs: 1,
    endUs: 2,
    id: 'aa',
    parent,
    failed: false,
    attributes: said,
  };
}

describe('what agents tell of themselves', () => {
  test.each(CAPTURED_AGENTS)('is as it was captured of %s', async (agent) => {
    const captured = capturedExports(agent);
    const zeroUs = captured.turn.fromMs * 1000;
    const lines = innerSpansOf(captured)
      .sort((a, b) => a.startUs - b.startUs)
      .map(({ startUs, endUs, session, call, ...rest }) => {
        const at = `${Math.round((startUs - zeroUs) / 1000)}..${Math.round((endUs - zeroUs) / 1000)}`;
        const own = session === captured.sessionId ? 'own' : session === undefined ? 'none' : 'another';
        const known = call === undefined ? 'none' : captured.toolCalls.includes(call) ? 'known' : 'unknown';
        const { kind, name, purpose = '-', firstMs = '-', failed, id, parent, service } = rest;
        return [at, kind, name, purpose, firstMs, failed, `session ${own}`, `call ${known}`, id, parent, service].join(
          ' | ',
        );
      });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/${agent}.txt`);
  });

  test.each(CAPTURED_AGENTS)('holds no text of what was said, of %s', (agent) => {
    expect(JSON.stringify(innerSpansOf(capturedExports(agent)))).not.toMatch(/SECRET|REDACTED/);
  });

  test('follows the names of OpenTelemetry where an agent is not known', () => {
    const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm1', 'gen_ai.conversation.id': 's1' };
    expect(innerSpanOf(span('chat m1', chat))).toMatchObject({
      kind: 'model',
      name: 'm1',
      session: 's1',
      purpose: undefined,
    });
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'ls', 'gen_ai.tool.call.id': 'c1' };
    expect(innerSpanOf(span('execute_tool ls', tool))).toMatchObject({ kind: 'tool', name: 'ls', call: 'c1' });
  });

  test('includes a subagent, but not the agent itself', () => {
    const invoke = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'reviewer' };
    expect(innerSpanOf(span('invoke_agent', invoke))).toBeUndefined();
    expect(innerSpanOf(span('invoke_agent', invoke, 'bb'))).toMatchObject({ kind: 'subagent', name: 'reviewer' });
  });

  test('leaves out all else', () => {
    expect(innerSpanOf(span('GET /users', { 'http.request.method': 'GET' }))).toBeUndefined();
    expect(
      innerSpanOf(span('claude_code.interaction', { 'gen_ai.operation.name': 'invoke_agent' }, 'bb')),
    ).toBeUndefined();
  });

  test('says what a model call was for where it was not for the conversation', () => {
    const purposeOf = (attributes: Record<string, string>) =>
      innerSpanOf(span('qwen-code.llm_request', attributes))?.purpose;
    expect(purposeOf({ query_source_safe: 'sdk' })).toBeUndefined();
    expect(purposeOf({ query_source_safe: 'generate_session_title' })).toBe('generate_session_title');
    expect(purposeOf({ 'qwen-code.prompt_id': 'forked_query' })).toBe('forked_query');
    expect(purposeOf({ 'qwen-code.prompt_id': 'aba017f3-c6ba########1' })).toBeUndefined();
    expect(purposeOf({ 'gen_ai.prompt.name': 'classifier-router-fallback-1795343054995-412e1fc6' })).toBe(
      'classifier-router-fallback',
    );
  });
});
