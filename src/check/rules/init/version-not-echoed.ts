import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { isKnownVersion, isVersion } from './version-number.js';

export const versionNotEchoed = defineRule({
  id: 'init/version-not-echoed',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent answers with the version that the client asked for, or with the nearest one that it speaks.',
  explanation:
    'An agent that speaks the version it is asked for has to answer with it. A lower answer is the normal way to fall ' +
    'back and only info: one connection does not show what else the agent speaks. A higher answer is an error in the ' +
    'November draft of v2, where an agent that speaks no version as low as the one asked for answers with error ' +
    '-32022; before that an agent could offer its own latest version, and the client decided.',
  spec: 'v1/initialization#version-negotiation',
  messages: {
    higher: 'the client asked for version {requested} and the agent answered {answered}, which is above it',
    downgraded: 'the client asked for version {requested} and the agent fell back to {answered}',
  },
  on: ['response:initialize'],
  inspect({ step, report }) {
    const requested = step.params?.['protocolVersion'];
    const answered = objectOf(step.result)?.['protocolVersion'];
    if (!isVersion(requested) || !isVersion(answered) || !isKnownVersion(answered)) return;
    const data = { requested, answered };
    const evidence = [step.exchange];
    if (answered < requested) report('downgraded', { data, severity: 'info', evidence });
    // only v2 can be above what was asked for, as 0 is no version
    else if (answered > requested && answered === 2) {
      report('higher', { data, evidence, dialects: { v2a: 'off', v2b: 'error' } });
    }
  },
});
