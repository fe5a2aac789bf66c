import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isVersion } from './version-number.js';

export const continueOnUnsupportedVersion = defineRule({
  id: 'init/continue-on-unsupported-version',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client that is offered a version above its own latest one disconnects.',
  explanation:
    'The client asks for the latest version it speaks. An agent that answers with a higher one does not speak any that ' +
    'the client does, and everything sent from then on is read by other rules than it was written by. Close the ' +
    'connection and tell the user. Reported once, at the first request that follows. Not reported: a lower answer, ' +
    'which the client may well speak, and a new initialize.',
  spec: 'v1/initialization#version-negotiation',
  needsHistory: true,
  messages: {
    went: 'the client asked for version {requested}, was answered {answered}, and went on with {method}',
  },
  on: ['request'],
  inspect({ connection, step, report }) {
    const { state, requested, answered, answer } = connection.initialization;
    if (step.sender !== 'client' || step.method === 'initialize' || state !== 'done') return;
    if (!isVersion(requested) || !isVersion(answered) || answered <= requested) return;
    const method = quoted(step.method);
    report('went', { data: { requested, answered, method }, evidence: [answer], once: String(answer?.seq) });
  },
});
