import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isKnownVersion, isVersion } from './version-number.js';

export const unknownVersionAgreed = defineRule({
  id: 'init/unknown-version-agreed',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent should answer with a version of ACP that exists.',
  explanation:
    'The answer names the specification that both sides follow from now on. An agent that echoes any requested ' +
    'version agrees to something it cannot do. Compare the requested number with the versions you implement, and ' +
    'answer with one of those.\n\n' +
    'Turntable knows versions 1 and 2. It checks the rest of the connection by the nearest one and reports only ' +
    'infos. If there is a newer version by now, update Turntable.',
  spec: 'v1/initialization#version-negotiation',
  messages: {
    echoed: 'the agent agreed to the requested version {answered}; only versions 1 and 2 exist',
    invented: 'the agent answered with version {answered} (requested: {requested}); only versions 1 and 2 exist',
  },
  on: ['response:initialize'],
  inspect({ step, report }) {
    const requested = step.params?.['protocolVersion'];
    const answered = objectOf(step.result)?.['protocolVersion'];
    if (!isVersion(answered) || isKnownVersion(answered)) return;
    const evidence = [step.exchange];
    if (requested === answered) report('echoed', { data: { answered }, evidence });
    else report('invented', { data: { answered, requested: quoted(requested) }, evidence });
  },
});
