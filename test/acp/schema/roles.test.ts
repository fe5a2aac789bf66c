import { describe, expect, test } from 'vitest';
import { DEFINITION_ROLES, MEMBER_ROLES, NAMED_VALUE_MAPS, NAMED_VALUES } from '../../../src/acp/schema/roles.js';
import { readNames } from '../../../src/acp/schema/schema-names.js';
import { ShapeCompiler } from '../../../src/acp/schema/shape-compiler.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';
import type { JsonValue } from '../../../src/wire/json-text.js';

const schemas = loadSdkSchemas();
const documents = [schemas.v1.stable, schemas.v1.unstable, schemas.v2.stable, schemas.v2.unstable];
const v1 = new ShapeCompiler(schemas.v1.stable);
const v2 = new ShapeCompiler(schemas.v2.stable);

describe('the table', () => {
  test.each([...Object.keys(DEFINITION_ROLES), ...NAMED_VALUES])('%s is a definition of some schema', (name) => {
    expect(documents.some(({ $defs }) => Object.hasOwn($defs, name))).toBe(true);
  });

  const names = documents.map(readNames);
  test.each([...Object.keys(MEMBER_ROLES), ...NAMED_VALUE_MAPS])('%s is a member of some schema', (key) => {
    const [type = '', member = ''] = key.split('.');
    expect(names.some(({ members }) => members.get(type)?.has(member) === true)).toBe(true);
  });

  test('has a role for each text that has a format in v2', () => {
    const documented = JSON.stringify(documents);
    // a new format shall be noticed; the compiler refuses those that it does not know
    expect(new Set(documented.match(/"format":"[a-z-]+"/g))).toEqual(
      new Set(['"format":"uri"', '"format":"date-time"', '"format":"double"', '"format":"regex"']),
    );
  });
});

/** Kind, path and reason of what is found. */
function found(compiler: ShapeCompiler, definition: string, value: JsonValue): string[] {
  return compiler
    .shape(definition)
    .examine(value)
    .map(({ kind, path, reason }) => `${kind} ${path.join('.')} ${reason ?? ''}`.trim());
}

describe('roles in place', () => {
  test('paths of v1, of which its schema says only in prose that they are', () => {
    const setup = { cwd: '.', mcpServers: [], additionalDirectories: ['/a', '~/b'] };
    expect(found(v1, 'NewSessionRequest', setup)).toEqual(['path cwd relative', 'path additionalDirectories.1 home']);
    expect(found(v1, 'ReadTextFileRequest', { sessionId: 's', path: 'file:///a', line: 0 })).toEqual([
      'path path file-uri',
      'line line zero',
    ]);
    expect(found(v1, 'ToolCallContent', { type: 'diff', path: '', newText: '' })).toEqual(['path path empty']);
    expect(found(v1, 'ListSessionsRequest', { cwd: null })).toEqual([]);
  });

  test('paths of v2', () => {
    expect(found(v2, 'DiffChange', { operation: 'move', oldPath: 'a', path: '/b' })).toEqual(['path oldPath relative']);
    expect(found(v2, 'McpServer', { type: 'stdio', name: 'f', command: 'npx' })).toEqual(['path command relative']);
    expect(found(v2, 'ToolCallLocation', { path: 'C:\\a', line: 0 })).toEqual(['out-of-range line']);
  });

  test.each([
    ['v1', v1],
    ['v2', v2],
  ])('URIs and base64 of %s', (_, compiler) => {
    expect(found(compiler, 'ContentBlock', { type: 'resource_link', name: 'a', uri: '/a.py' })).toEqual([
      'uri uri file-path',
    ]);
    expect(found(compiler, 'ContentBlock', { type: 'image', mimeType: 'image/png', data: '' })).toEqual([
      'base64 data empty',
    ]);
    expect(found(compiler, 'EmbeddedResource', { resource: { uri: 'zed://x', blob: 'YQ' } })).toEqual([
      'base64 resource.blob padding',
    ]);
    expect(found(compiler, 'EmbeddedResource', { resource: { uri: 'untitled:1', blob: '' } })).toEqual([]);
  });

  test('addresses of icons', () => {
    expect(found(v2, 'Icon', { src: 'http://x.example/i.png' })).toEqual(['uri src scheme']);
    expect(found(v2, 'Icon', { src: 'data:image/png;base64,AAAA' })).toEqual([]);
  });

  test('times: ISO 8601 in v1, with an offset in v2', () => {
    expect(found(v1, 'SessionInfoUpdate', { updatedAt: 'yesterday' })).toEqual(['timestamp updatedAt unreadable']);
    expect(found(v1, 'SessionInfoUpdate', { updatedAt: '2026-11-20' })).toEqual([]);
    expect(found(v2, 'SessionInfoUpdate', { updatedAt: '2026-11-20' })).toEqual(['timestamp updatedAt incomplete']);
    expect(found(v2, 'Annotations', { lastModified: '2026-11-20' })).toEqual([]);
  });

  test('blank names and identifiers', () => {
    expect(found(v1, 'CancelNotification', { sessionId: ' ' })).toEqual(['identifier sessionId blank']);
    expect(found(v1, 'AuthMethod', { id: '', name: 'a' })).toEqual(['identifier id blank']);
    expect(found(v1, 'Implementation', { name: '', version: '' })).toEqual([
      'identifier name blank',
      'identifier version blank',
    ]);
    expect(found(v1, 'AvailableCommand', { name: '', description: '' })).toEqual(['identifier name blank']);
    expect(found(v2, 'AvailableCommand', { type: 'command', name: '', description: '' })).toEqual([
      'identifier name blank',
    ]);
    // values of options are the agent's own
    expect(found(v1, 'SessionConfigSelectOption', { value: '', name: '' })).toEqual([]);
  });

  test('priorities', () => {
    expect(found(v1, 'Annotations', { priority: 1.5 })).toEqual(['priority priority range']);
    expect(found(v2, 'Annotations', { priority: 1.5 })).toEqual(['out-of-range priority']);
  });

  test('_meta with a broken trace', () => {
    const meta = (traceparent: JsonValue) => ({ sessionId: 's', _meta: { traceparent } });
    expect(found(v1, 'CancelNotification', meta('abc'))).toEqual(['meta _meta.traceparent traceparent']);
    const trace = '00-80e1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01';
    expect(found(v1, 'CancelNotification', meta(trace))).toEqual([]);
  });
});

describe('credentials', () => {
  const server = (env: JsonValue) => ({ name: 'f', command: '/x', args: [], env });

  test('are reported by name, and their value is nowhere in what is found', () => {
    const env = [
      { name: 'PATH', value: '/bin' },
      { name: 'GITHUB_TOKEN', value: 'ghp_very_secret' },
    ];
    const findings = v1.shape('McpServer').examine(server(env));
    expect(findings).toMatchObject([
      { kind: 'secret', path: ['env', 1, 'value'], type: 'EnvVariable', member: 'value', found: 'GITHUB_TOKEN' },
    ]);
    expect(JSON.stringify(findings)).not.toContain('ghp_');
  });

  test('in headers, and in maps', () => {
    const http = {
      type: 'http',
      name: 'h',
      url: 'https://x.example',
      headers: [{ name: 'Authorization', value: 'B x' }],
    };
    expect(found(v1, 'McpServer', http)).toEqual(['secret headers.0.value name']);
    const unstable = new ShapeCompiler(schemas.v1.unstable);
    const provider = {
      providerId: 'p',
      apiType: 'openai',
      baseUrl: 'https://x.example',
      headers: { 'x-api-key': 'k' },
    };
    const secrets = found(unstable, 'SetProviderRequest', provider).filter((line) => line.startsWith('secret'));
    expect(secrets).toEqual(['secret headers.x-api-key name']);
  });

  test('that are empty are none', () => {
    expect(found(v1, 'McpServer', server([{ name: 'API_KEY', value: '' }]))).toEqual([]);
  });
});
