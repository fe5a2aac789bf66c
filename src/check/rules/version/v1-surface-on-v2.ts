import { ONLY_V1_METHODS } from '../../../acp/methods/method-groups.js';
import { defineRule } from '../../engine/rule.js';
import { inspectSurface, MESSAGES } from './other-version.js';

/**
 * Fields, as `type member`, that change what was agreed. From the other version they are wrong even beside the right
 * ones.
 */
const V1_FIELDS: ReadonlySet<string> = new Set([
  'NewSessionResponse modes',
  'ResumeSessionResponse modes',
  'AgentCapabilities loadSession',
  'AgentCapabilities promptCapabilities',
  'AgentCapabilities mcpCapabilities',
  'AgentCapabilities sessionCapabilities',
  'RequestPermissionRequest toolCall',
]);

export const v1SurfaceOnV2 = defineRule({
  id: 'version/v1-surface-on-v2',
  severity: 'error',
  versions: ['v2'],
  fault: 'sender',
  needsHistory: true,
  summary: 'On a v2 connection nothing must be sent that only v1 has.',
  explanation:
    'The two sides agreed on v2. A v2 peer answers a v1 method with -32601, and ignores v1 updates and fields. The ' +
    'lists of v2 are open, so nothing fails, but the call or the plan never appears. Send what the message names, ' +
    'or agree on v1.\n\n' +
    'Not reported: v1 fields in an initialize request that offers v2, so that a v1 agent understands it too; other ' +
    'v1 fields in v2 objects (extension/unknown-root-field).',
  spec: 'v2/migration',
  messages: MESSAGES,
  on: ['request if unspecified', 'notification if unspecified', 'shape'],
  inspect: (context) => {
    inspectSurface(context, { other: 1, methods: ONLY_V1_METHODS, fields: V1_FIELDS });
  },
});
