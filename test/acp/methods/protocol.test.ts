import { describe, expect, test } from 'vitest';
import { LEGACY_METHODS, METHOD_FACTS } from '../../../src/acp/methods/method-facts.js';
import { readProtocol } from '../../../src/acp/methods/read-protocol.js';
import type { MethodSpec, VersionedProtocol } from '../../../src/acp/methods/protocol.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';

const protocol = readProtocol(loadSdkSchemas());
const VERSIONS = [protocol.v1, protocol.v2];

/** `method receiver R!N`: request, with a result that has to say something; notification. */
function inventory(methods: readonly MethodSpec[]): string[] {
  return methods
    .map(({ name, receiver, request, notification }) => {
      const kinds = `${request ? `R${request.resultRequired ? '!' : ''}` : ''}${notification ? 'N' : ''}`;
      return `${name} ${receiver} ${kinds}`;
    })
    .sort();
}

function stable({ methods }: VersionedProtocol): MethodSpec[] {
  return methods.filter(({ stability }) => stability === 'stable');
}

test('the stable methods of v1', () => {
  expect(inventory(stable(protocol.v1))).toEqual([
    '$/cancel_request both N',
    'authenticate agent R',
    'elicitation/complete client N',
    'elicitation/create client R!',
    'fs/read_text_file client R!',
    'fs/write_text_file client R',
    'initialize agent R!',
    'logout agent R',
    'session/cancel agent N',
    'session/close agent R',
    'session/delete agent R',
    'session/list agent R!',
    'session/load agent R',
    'session/new agent R!',
    'session/prompt agent R!',
    'session/request_permission client R!',
    'session/resume agent R',
    'session/set_config_option agent R!',
    'session/set_mode agent R',
    'session/update client N',
    'terminal/create client R!',
    'terminal/kill client R',
    'terminal/output client R!',
    'terminal/release client R',
    'terminal/wait_for_exit client R',
  ]);
});

test('the stable methods of v2', () => {
  expect(inventory(stable(protocol.v2))).toEqual([
    '$/cancel_request both N',
    'auth/login agent R',
    'auth/logout agent R',
    'elicitation/complete client N',
    'elicitation/create client R!',
    'initialize agent R!',
    'session/cancel agent N',
    'session/close agent R',
    'session/delete agent R',
    'session/list agent R!',
    'session/new agent R!',
    'session/prompt agent R!',
    'session/request_permission client R!',
    'session/resume agent R',
    'session/set_config_option agent R!',
    'session/update client N',
    'terminal/cancel agent R',
    'tool_call/cancel agent R',
  ]);
});

test('the unstable ones are the same in both', () => {
  const unstable = (version: VersionedProtocol) =>
    inventory(version.methods.filter(({ stability }) => stability === 'unstable'));
  expect(unstable(protocol.v1)).toEqual(unstable(protocol.v2));
  expect(unstable(protocol.v1)).toEqual([
    'auth/status agent R!',
    'auth/status_update client N',
    'mcp/message agent N',
    'mcp/message client R!',
    'providers/disable agent R',
    'providers/list agent R!',
    'providers/set agent R',
    'proxy/initialize proxy R!',
    'proxy/successor proxy RN',
    'session/archive agent R',
    'session/fork agent R!',
    'session/set_title agent R!',
    'session/status agent R!',
    'session/unarchive agent R',
  ]);
});

describe.each(VERSIONS)('v$version', (version) => {
  const facts = METHOD_FACTS[version.version];

  test('has a page for each method, and facts about no others', () => {
    const names = new Set(version.methods.map(({ name }) => name));
    expect(new Set(Object.keys(facts))).toEqual(names);
    expect(version.methods.every(({ page }) => page.startsWith(`v${version.version}/`))).toBe(true);
    expect([...LEGACY_METHODS.keys()].filter((name) => names.has(name))).toEqual([]);
  });

  test('gates methods with capabilities that the schema has', () => {
    for (const { name, gate } of version.methods) {
      if (gate === undefined) continue;
      const [first = '', ...rest] = gate.path;
      const root = gate.by === 'agent' ? 'AgentCapabilities' : 'ClientCapabilities';
      expect(isCapability(version, root, first), `${name}: ${root}.${first}`).toBe(true);
      if (rest.length === 0) continue;
      const holder = HOLDERS[`${root}.${first}`] ?? '';
      expect(isCapability(version, holder, rest[0] ?? ''), `${name}: ${holder}.${rest.join('.')}`).toBe(true);
    }
  });

  test('knows which params may be left out', () => {
    const optional = version.methods.filter(({ paramsRequired }) => !paramsRequired).map(({ name }) => name);
    expect(optional).toEqual(expect.arrayContaining(['session/list', 'auth/status', 'providers/list']));
    expect(optional).not.toContain('session/prompt');
  });
});

const HOLDERS: Readonly<Record<string, string>> = {
  'AgentCapabilities.auth': 'AgentAuthCapabilities',
  'AgentCapabilities.sessionCapabilities': 'SessionCapabilities',
  'AgentCapabilities.mcpCapabilities': 'McpCapabilities',
  'AgentCapabilities.session': 'SessionCapabilities',
  'ClientCapabilities.fs': 'FileSystemCapabilities',
  'ClientCapabilities.elicitation': 'ElicitationCapabilities',
};

function isCapability(version: VersionedProtocol, definition: string, member: string): boolean {
  const findings = version.shape(definition).examine({ [member]: null });
  return (
    !findings.some(({ kind }) => kind === 'unknown-member') ||
    version.memberElsewhere(definition, member) === 'unstable'
  );
}

describe('look-up', () => {
  const { v1 } = protocol;

  test('by name, kind and sender', () => {
    expect(v1.method('session/prompt', 'request', 'client')?.request?.params.examine({})).toHaveLength(2);
    expect(v1.method('mcp/message', 'request', 'agent')?.receiver).toBe('client');
    expect(v1.method('mcp/message', 'notification', 'client')?.receiver).toBe('agent');
    expect(v1.method('$/cancel_request', 'notification', 'agent')).toBe(
      v1.method('$/cancel_request', 'notification', 'client'),
    );
    expect(v1.method('nope', 'request', 'client')).toBeUndefined();
  });

  test('of a method that came as another kind, or from the wrong side', () => {
    expect(v1.method('session/cancel', 'request', 'client')?.notification).toBeDefined();
    expect(v1.method('session/prompt', 'notification', 'agent')?.receiver).toBe('agent');
  });

  test('by version', () => {
    expect(protocol.of(1)).toBe(protocol.v1);
    expect(protocol.of(2)).toBe(protocol.v2);
  });

  test('stable methods have the stable shapes', () => {
    const { request } = v1.method('session/prompt', 'request', 'client') ?? {};
    const usage = { totalTokens: 1, inputTokens: 1, outputTokens: 0 };
    expect(request?.result.examine({ stopReason: 'end_turn', usage })).toMatchObject([
      { kind: 'unknown-member', type: 'PromptResponse', member: 'usage' },
    ]);
    expect(v1.shape('ForkSessionRequest').examine({ sessionId: 's', cwd: '/a', mcpServers: [] })).toEqual([]);
  });
});

test('kinds of updates', () => {
  expect([...protocol.v1.updateKinds].sort().slice(0, 3)).toEqual([
    'agent_message_chunk',
    'agent_thought_chunk',
    'available_commands_update',
  ]);
  expect(protocol.v1.updateKinds.size).toBe(14);
  expect(protocol.v2.updateKinds.size).toBe(19);
  const more = ['session_message', 'session_message_chunk', 'subagent_update'];
  expect([...protocol.v1.unstableUpdateKinds].sort()).toEqual(['plan_removed', 'plan_update', ...more]);
  expect([...protocol.v2.unstableUpdateKinds].sort()).toEqual(['plan_removed', ...more]);
});

describe('elsewhere', () => {
  const { v1, v2 } = protocol;

  test.each([
    [v1, 'PromptResponse', 'usage', 'unstable'],
    [v1, 'InitializeRequest', 'capabilities', 'other-version'],
    [v2, 'InitializeRequest', 'clientCapabilities', 'other-version'],
    // a member of the whole is one of its parts, too
    [v1, 'SessionConfigSelect', 'configId', 'other-version'],
    [v2, 'AuthMethodAgent', 'id', 'other-version'],
    [v1, 'McpServerStdio', 'type', 'other-version'],
    [v1, 'PromptResponse', 'nope', undefined],
    [v1, 'Nope', 'nope', undefined],
  ] as const)('v$version knows no %s.%s: %s', (version, type, member, where) => {
    expect(version.memberElsewhere(type, member)).toBe(where);
  });

  test.each([
    [v1, 'SessionUpdate.sessionUpdate', 'plan_removed', 'unstable'],
    [v1, 'SessionUpdate.sessionUpdate', 'state_update', 'other-version'],
    [v2, 'SessionUpdate.sessionUpdate', 'tool_call', 'other-version'],
    [v2, 'SessionUpdate.sessionUpdate', 'thinking', undefined],
    // a type that the other version calls by another name
    [v1, 'ToolCall.status', 'cancelled', 'other-version'],
    [v1, 'ToolCallUpdate.status', 'paused', 'other-version'],
    [v1, 'ToolCall.status', 'running', undefined],
  ] as const)('v$version knows no %s %s: %s', (version, place, value, where) => {
    const [type = '', member = ''] = place.split('.');
    expect(version.valueElsewhere(type, member, value)).toBe(where);
  });
});
