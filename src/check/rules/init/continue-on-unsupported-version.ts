import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isVersion } from './version-number.js';

export const continueOnUnsupportedVersion = defineRule({
  id: 'init/continue-on-unsupported-version',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client should disconnect if the agent answers with a version it does not speak.',
  explanation:
    'The client requests the latest version it speaks. If the agent answers with a higher one, the two have no ' +
    "version in common, and each side reads the other's messages by the wrong rules. Close the connection and tell " +
    'the user.\n\n' +
    'Reported once, at the first request that follows. Not reported: a lower version, which the client may well ' +
    'speak; a new initialize.',
  spec: 'v1/initialization#version-negotiation',
  needsHistory: true,
  messages: {
    went: 'the client requested version {requested}, was answered with {answered}, and went on with {method}; it should disconnect',
  },
  on: ['request'],
  inspect({ connection, step, report }) {
    const { state, requested, answered, answer } = connection.initialization;
    if (step.sender !== 'client' || step.method === 'initialize' || state !== 'done') return;
    if (!isVersion(requested) || !isVersion(answered) || answered <= requested) return;
    // the number was wrong, and the client may see that (init/wrong-version-fields)
    if (answered === 2 && connection.version === 1) return;
    const method = quoted(step.method);
    report('went', { data: { requested, answered, method }, evidence: [answer], once: String(answer?.seq) });
  },
});
