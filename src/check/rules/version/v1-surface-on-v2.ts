import { ONLY_V1_METHODS } from '../../../acp/methods/method-groups.js';
import { defineRule } from '../../engine/rule.js';
import { inspectSurface, MESSAGES } from './other-version.js';

/** Fields, as `type member`, that change what is agreed: one of the other version is a fault even beside the right ones. */
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
  summary: 'On a connection of v2 nothing is sent that only v1 has.',
  explanation:
    'The answer to initialize agreed on v2. A peer of v2 answers a method of v1 with -32601 and ignores its updates and ' +
    'fields; the lists of v2 are open, so nothing fails and the call or the plan is just not there. Send what the ' +
    'message names, or agree on v1. Not reported: the v1 fields of an initialize request that offers v2, so that an ' +
    'agent of v1 understands it too; other fields of v1 in objects of v2 (extension/unknown-root-field).',
  spec: 'v2/migration',
  messages: MESSAGES,
  on: ['request if unspecified', 'notification if unspecified', 'shape'],
  inspect: (context) => {
    inspectSurface(context, { other: 1, methods: ONLY_V1_METHODS, fields: V1_FIELDS });
  },
});
