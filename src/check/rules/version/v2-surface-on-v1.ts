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
  summary: 'On a connection of v1 nothing is sent that only v2 has.',
  explanation:
    'The answer to initialize agreed on v1, whatever was asked for. A peer of v1 answers a method of v2 with -32601 and ' +
    'drops its updates, so the turn has no end and the message no text. Look at protocolVersion of the answer and ' +
    'speak that version. Not reported: plan_update (plan/update-not-advertised), other fields of v2 in objects of v1 ' +
    '(extension/unknown-root-field).',
  spec: 'v2/migration',
  messages: MESSAGES,
  on: ['request if unspecified', 'notification if unspecified', 'shape'],
  inspect: (context) => {
    inspectSurface(context, { other: 2, methods: ONLY_V2_METHODS, fields: V2_FIELDS });
  },
});
