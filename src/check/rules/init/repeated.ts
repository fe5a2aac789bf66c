import { objectOf } from '../../../model/json-access.js';
import type { Initialization } from '../../../model/state/connection.js';
import { defineRule } from '../../engine/rule.js';
import { isVersion } from './version-number.js';

export const repeated = defineRule({
  id: 'init/repeated',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'initialize is sent once, at the start of the connection.',
  explanation:
    'What was agreed on holds for the whole connection; agents need not expect that it changes under open sessions. ' +
    'To begin anew, start the agent anew. Not reported: a retry after an error or after an answer that could not be ' +
    'used, another version tried before anything else was sent, and, in the November draft of v2, a repetition before ' +
    'anything else was sent; later ones are an error there.',
  spec: 'v1/initialization',
  needsHistory: true,
  messages: {
    again: 'initialize was sent again, after it had been answered',
    waiting: 'initialize was sent again, before the first one was answered',
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

/** Whether the answer said what a client needs to go on. */
function isUsable({ answered, agent }: Initialization): boolean {
  if (!isVersion(answered)) return false;
  const info = objectOf(agent?.['info']);
  return answered < 2 || (typeof info?.['name'] === 'string' && typeof info['version'] === 'string');
}
