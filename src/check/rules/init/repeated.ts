import { objectOf } from '../../../model/json-access.js';
import type { Initialization } from '../../../model/state/connection.js';
import { defineRule } from '../../engine/rule.js';
import { isVersion } from './version-number.js';

export const repeated = defineRule({
  id: 'init/repeated',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client should send initialize once, at the start of the connection.',
  explanation:
    'The agreement of the two sides holds for the whole connection. An agent need not expect that it changes while ' +
    'sessions are open. To start over, restart the agent.\n\n' +
    'Not reported: a retry after an error or after an unusable answer; another version tried before anything else ' +
    'was sent. In the November draft of v2 the client may repeat initialize before anything else was sent; later it ' +
    'is an error.',
  spec: 'v1/initialization',
  needsHistory: true,
  messages: {
    again: 'the client sent initialize again after it had been answered',
    waiting: 'the client sent initialize again before the first one was answered',
  },
  on: ['request:initialize'],
  inspect({ connection, step, report, hasReported }) {
    const { initialization, version } = connection;
    const { state, inUse, requested, request, answer } = initialization;
    if (step.sender !== 'client' || hasReported('jsonrpc')) return;
    if (state === 'sent') report('waiting', { evidence: [request], dialects: { v2b: 'off' } });
    if (state !== 'done' || !isUsable(initialization)) return;
    if (!inUse && step.params?.['protocolVersion'] !== requested) return;
    const dialects = { v2a: 'warning', v2b: inUse ? 'error' : 'off' } as const;
    report('again', { evidence: [answer], ...(version === 2 && { dialects }) });
  },
});

/** Whether the answer holds everything a client needs to go on. */
function isUsable({ answered, agent }: Initialization): boolean {
  if (!isVersion(answered)) return false;
  const info = objectOf(agent?.['info']);
  return answered < 2 || (typeof info?.['name'] === 'string' && typeof info['version'] === 'string');
}
