import { describe, expect, test } from 'vitest';
import {
  BOUND_DEFINITIONS,
  PlacePlanner,
  ROOTED_DEFINITIONS,
  type BoundKind,
  type PlacePlan,
} from '../../../src/acp/places/place-plan.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';

const { v1, v2 } = loadSdkSchemas();
const documents = [v1.stable, v1.unstable, v2.stable, v2.unstable];

describe('the tables', () => {
  test.each([...BOUND_DEFINITIONS.keys(), ...ROOTED_DEFINITIONS])('%s is a definition of some schema', (name) => {
    expect(documents.some(({ $defs }) => Object.hasOwn($defs, name))).toBe(true);
  });

  test('name every id of the schemas, but for those that people choose', () => {
    const named = documents.flatMap(({ $defs }) => Object.keys($defs)).filter((name) => name.endsWith('Id'));
    const chosen = [
      'AuthMethodId',
      'PermissionOptionId',
      'ProviderId',
      'SessionConfigGroupId',
      'SessionConfigId',
      'SessionConfigValueId',
      'SessionModeId',
    ];
    expect([...new Set(named)].filter((name) => !BOUND_DEFINITIONS.has(name)).sort()).toEqual(chosen);
  });
});

/** All places that a plan leads to, as `a.b[].c kind`; a definition that holds itself is followed once. */
function ways(plan: PlacePlan | undefined, way = '', seen: readonly PlacePlan[] = []): string[] {
  if (plan === undefined || seen.includes(plan)) return [];
  const inner = [...seen, plan];
  const of = (kind: BoundKind | undefined): string[] => (kind === undefined ? [] : [`${way} ${kind}`]);
  return [
    ...of(plan.kind),
    ...[...plan.members].flatMap(([name, member]) => ways(member, `${way}.${name}`, inner)),
    ...ways(plan.items, `${way}[]`, inner),
    ...ways(plan.others, `${way}.*`, inner),
    ...[...(plan.tag?.variants ?? [])].flatMap(([tag, variant]) => ways(variant, `${way}<${tag}>`, inner)),
  ];
}

describe('a plan', () => {
  test('leads to ids and roots, and to nothing else', () => {
    const planner = new PlacePlanner(v1.stable);
    expect(ways(planner.plan('LoadSessionRequest')).sort()).toEqual([
      '.additionalDirectories root',
      '.additionalDirectories[] root',
      '.cwd root',
      '.cwd[] root',
      '.sessionId session',
    ]);
    expect(ways(planner.plan('CreateTerminalRequest'))).toEqual(['.sessionId session']);
    expect(planner.plan('InitializeRequest')).toBeUndefined();
    expect(planner.plan('NoSuchThing')).toBeUndefined();
  });

  test('chooses by the tag', () => {
    const update = ways(new PlacePlanner(v1.stable).plan('SessionNotification'));
    expect(update).toContain('.update<tool_call>.toolCallId tool-call');
    expect(update).toContain('.update<tool_call>.content[]<terminal>.terminalId terminal');
    expect(update).toContain('.update<agent_message_chunk>.messageId message');
    expect(update.filter((way) => way.includes('<plan>'))).toEqual([]);
  });

  test('takes all ways where alternatives have no tag', () => {
    const scopes = ways(new PlacePlanner(v2.stable).plan('CreateElicitationRequest'));
    expect(scopes).toContain('.requestId request');
    expect(scopes).toContain('.sessionId session');
    expect(scopes).toContain('.toolCallId tool-call');
  });

  test.each(documents.map((document, i) => [i, document] as const))('schema %i can be planned whole', (_, document) => {
    const planner = new PlacePlanner(document);
    for (const name of Object.keys(document.$defs)) planner.plan(name);
    expect(planner.plan('SessionId')?.kind).toBe('session');
  });
});
