import { listOf, objectOf } from '../../../model/json-access.js';
import { optionIdOf } from '../../../model/sessions/config-options.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { sessionIdOf } from '../named-session.js';
import { carriedOptions, SETUP_ANSWERS } from './carriers.js';

export const modeOptionWithoutModes = defineRule({
  id: 'config/mode-option-without-modes',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'An agent with a config option for modes should also send modes.',
  explanation:
    'Config options replace modes. Until all clients know them, agents should send both, because a client that ' +
    'knows only modes cannot switch the mode otherwise. Add modes to the answer, with the values of the option as ' +
    'ids.\n\n' +
    'Off by default, because newer agents leave modes out on purpose.',
  spec: 'v1/session-config-options#relationship-to-session-modes',
  isOptIn: true,
  messages: { lonely: 'config option {option} has category "mode", but the answer has no modes' },
  on: SETUP_ANSWERS,
  inspect({ step, report, shapes }) {
    if (isBrokenWithin(shapes, 'modes')) return;
    const option = carriedOptions(step)?.find((one) => one.option['category'] === 'mode')?.option;
    const modes = objectOf(objectOf(step.result)?.['modes']);
    if (option === undefined || listOf(modes?.['availableModes']).length > 0) return;
    report('lonely', { data: { option: quoted(optionIdOf(option)) }, once: sessionIdOf(step) });
  },
});
