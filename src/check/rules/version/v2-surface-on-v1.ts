import { ONLY_V2_METHODS } from '../../../acp/methods/method-groups.js';
import { defineRule } from '../../engine/rule.js';
import { inspectSurface, MESSAGES } from './other-version.js';

const V2_FIELDS: ReadonlySet<string> = new Set([
  'ResumeSessionRequest replayFrom',
  'LoadSessionRequest replayFrom',
  'RequestPermissionRequest title',
  'RequestPermissionRequest subject',
]);

export const v2SurfaceOnV1 = defineRule({
  id: 'version/v2-surface-on-v1',
  severity: 'error',
  versions: ['v1'],
  fault: 'sender',
  needsHistory: true,
  summary: 'What only v2 has must not be sent on a v1 connection.',
  explanation:
    'The two sides agreed on v1, whatever the client requested. A v1 peer answers a v2 method with -32601 and drops ' +
    'v2 updates, so turns never end and text is lost. Check protocolVersion in the answer to initialize, ' +
    'and speak that version.\n\n' +
    'Not reported: plan_update (plan/update-not-advertised); other v2 fields in v1 objects ' +
    '(extension/unknown-root-field).',
  spec: 'v2/migration',
  messages: MESSAGES,
  on: ['request if unspecified', 'notification if unspecified', 'shape'],
  inspect: (context) => {
    inspectSurface(context, { other: 2, methods: ONLY_V2_METHODS, fields: V2_FIELDS });
  },
});
