import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isKnownVersion, isVersion } from './version-number.js';

export const unknownVersionAgreed = defineRule({
  id: 'init/unknown-version-agreed',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The version that the agent answers is one that there is.',
  explanation:
    'The answer says by which specification both sides act from now on. An agent that echoes whatever it is asked for ' +
    'agrees on something it cannot do. Compare the number asked for with the versions the agent implements, and ' +
    'answer with one of those. Known here are 1 and 2; all later findings of the connection are by the nearest of ' +
    'them, and info. If there is a newer version by now, update turntable.',
  spec: 'v1/initialization#version-negotiation',
  messages: {
    echoed: 'the agent agreed on version {answered} as it was asked to; there are versions 1 and 2',
    invented: 'the agent answered version {answered} (asked for: {requested}); there are versions 1 and 2',
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
