import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { isKnownVersion, isVersion } from './version-number.js';

export const versionNotEchoed = defineRule({
  id: 'init/version-not-echoed',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent must answer with the requested version if it speaks it.',
  explanation:
    'The client requests the latest version it speaks. With any other version in the answer, features are lost or ' +
    'the two do not understand each other. If you speak the requested version, answer with it.\n\n' +
    'A lower version is the normal way to fall back, so it is only an info: one connection does not show what else ' +
    'the agent speaks.\n\n' +
    'A higher version is an error in the November draft of v2. There an agent whose versions are all above the ' +
    'requested one must answer with error -32022. In v1 and in the August draft it may offer its own latest ' +
    'version, and the client decides.',
  spec: 'v1/initialization#version-negotiation',
  messages: {
    higher: 'the client requested version {requested}, and the agent answered with {answered}, which is higher',
    downgraded: 'the client requested version {requested}, and the agent fell back to {answered}',
  },
  on: ['response:initialize'],
  inspect({ step, hasReported, report }) {
    const requested = step.params?.['protocolVersion'];
    const answered = objectOf(step.result)?.['protocolVersion'];
    // a number that contradicts the rest of the answer was reported
    if (hasReported('init/wrong-version-fields')) return;
    if (!isVersion(requested) || !isVersion(answered) || !isKnownVersion(answered)) return;
    const data = { requested, answered };
    const evidence = [step.exchange];
    if (answered < requested) report('downgraded', { data, severity: 'info', evidence });
    // a known version above the requested one can only be 2
    else if (answered > requested && answered === 2) {
      report('higher', { data, evidence, dialects: { v2a: 'off', v2b: 'error' } });
    }
  },
});
