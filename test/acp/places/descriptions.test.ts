import { describe, expect, test } from 'vitest';
import { Descriptions, type DescribedMessage, type Description } from '../../../src/acp/places/descriptions.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';
import { isJsonObject, type JsonValue } from '../../../src/wire/json-text.js';

const descriptions = new Descriptions(loadSdkSchemas());

const UPDATE: DescribedMessage = { version: 1, kind: 'notification', sender: 'agent', method: 'session/update' };

function tagIn(value: JsonValue | undefined): (name: string) => string | undefined {
  return (name) => {
    const found = isJsonObject(value) ? value[name] : undefined;
    return typeof found === 'string' ? found : undefined;
  };
}

function described(
  message: DescribedMessage,
  json: JsonValue,
  path: readonly (string | number)[],
): Description | undefined {
  let value: JsonValue | undefined = json;
  const steps = path.map((key) => {
    const holder = { tag: tagIn(value) };
    value = (value as Readonly<Record<string | number, JsonValue>>)[key];
    return { key, holder };
  });
  return descriptions.describe(message, steps, {
    text: typeof value === 'string' ? value : undefined,
    tag: tagIn(value),
  });
}

const update = (content: JsonValue): JsonValue => ({ jsonrpc: '2.0', params: { sessionId: 's', update: content } });
const call = update({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  status: 'completed',
  content: [{ type: 'diff', path: '/a', newText: 'x' }],
});

describe('the description of a place', () => {
  test('is that of its variant', () => {
    const id = described(UPDATE, call, ['params', 'update', 'toolCallId']);
    expect(id).toMatchObject({ type: 'ToolCallId', paragraphs: ['The ID of the tool call being updated.'] });
    const path = described(UPDATE, call, ['params', 'update', 'content', 0, 'path']);
    expect(path?.paragraphs).toEqual(['The absolute file path being modified.']);
    expect(described(UPDATE, call, ['params', 'update', 'content'])?.type).toContain('list of ToolCallContent');
  });

  test('says what the value means, not only what values there are', () => {
    const status = described(UPDATE, call, ['params', 'update', 'status']);
    expect(status?.type).toBe('ToolCallStatus | null, optional');
    expect(status?.paragraphs).toContain('The tool call completed successfully.');
    const chosen = described(UPDATE, call, ['params', 'update']);
    expect(chosen?.paragraphs).toContain('Update on the status or results of a tool call.');
  });

  test('names its page of the specification', () => {
    const { page, paragraphs = [] } = described(UPDATE, call, []) ?? {};
    expect(page).toMatch(/^https:\/\/agentclientprotocol\.com\/protocol\/v1\//);
    expect(paragraphs.join('')).not.toContain('](');
  });

  test('is found in answers, errors and the envelope', () => {
    const answer: DescribedMessage = { version: 1, kind: 'response', sender: 'agent', method: 'session/prompt' };
    expect(described(answer, { result: { stopReason: 'end_turn' } }, ['result', 'stopReason'])?.paragraphs).toContain(
      'The turn ended successfully.',
    );
    expect(described(answer, { error: { code: 1 } }, ['error', 'code'])?.type).toBe('ErrorCode');
    expect(described(answer, { id: 1 }, ['id'])?.type).toBe('RequestId');
    expect(described(answer, { jsonrpc: '2.0' }, ['jsonrpc'])?.type).toBe('string');
    expect(described(UPDATE, { method: 'session/update' }, ['method'])?.type).toBe('string');
  });

  test('is of the version that is spoken', () => {
    const status = described({ ...UPDATE, version: 2 }, call, ['params', 'update', 'status']);
    expect(status?.paragraphs.join(' ')).toContain('completed successfully');
    expect(status?.page ?? '').not.toContain('/v1/');
  });

  test('is none where the schema knows nothing', () => {
    expect(described(UPDATE, update({ sessionUpdate: 'x', y: 1 }), ['params', 'update', 'y'])).toBeUndefined();
    expect(described({ ...UPDATE, method: '_x' }, { params: { a: 1 } }, ['params', 'a'])).toBeUndefined();
    expect(described({ ...UPDATE, method: undefined }, { params: 1 }, ['params'])).toBeUndefined();
  });
});
