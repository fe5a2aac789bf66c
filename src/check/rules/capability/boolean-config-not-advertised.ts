import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { notAnnounced } from './not-announced.js';

export const booleanConfigNotAdvertised = defineRule({
  id: 'capability/boolean-config-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 options of type "boolean" must be offered only to clients that announced them.',
  explanation:
    'Early v1 clients know only options of type "select", and may drop the whole list if it has another type. Check ' +
    'clientCapabilities.session.configOptions.boolean. Without it, offer a select with the values on and off, or ' +
    'leave the option out. In v2 every client knows them.\n\n' +
    'Reported once per session.',
  spec: 'v1/session-config-options',
  messages: { offered: 'the agent offers option {option} of type "boolean", but the client {state} {capability}' },
  on: [
    'response:session/new',
    'response:session/load',
    'response:session/resume',
    'response:session/fork',
    'response:session/set_config_option',
    'update:config_option_update',
  ],
  inspect({ connection, step, report }) {
    if (step.sender !== 'agent') return;
    const holder = step.update ?? objectOf(step.result);
    const option = objectsOf(holder?.['configOptions']).find(({ type }) => type === 'boolean');
    if (option === undefined) return;
    const missing = notAnnounced(connection, 'client', 'session.configOptions.boolean');
    if (missing === undefined) return;
    const { capability, state, severity, evidence } = missing;
    const data = { option: quoted(textOf(option['id'])), state, capability };
    report('offered', { data, severity, evidence, once: step.sessionId ?? '' });
  },
});
