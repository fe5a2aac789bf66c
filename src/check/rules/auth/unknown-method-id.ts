import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { offeredMethods, wanted } from './offered-methods.js';

export const unknownMethodId = defineRule({
  id: 'auth/unknown-method-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client must authenticate with a method that the agent offers.',
  explanation:
    'methodId must be the id of one of the authMethods in the answer to initialize; any other id means nothing to ' +
    'the agent. Ids differ between agents and between versions of an agent, so take them from the answer and not ' +
    'from a list of your own.',
  spec: 'v1/authentication',
  messages: { unknown: 'the client sent {method} for {found}; the agent offers {known}' },
  on: ['call:authenticate', 'call:auth/login'],
  inspect({ connection, step, report }) {
    const methods = offeredMethods(connection);
    const id = textOf(step.params?.['methodId']);
    if (step.sender !== 'client' || methods === undefined || methods.length === 0 || id === undefined) return;
    if (wanted(methods, step).length > 0) return;
    const known = enumerated(methods.map((method) => quoted(method.id)));
    const data = { method: step.method ?? '', found: quoted(id), known };
    report('unknown', { data, evidence: [connection.initialization.answer] });
  },
});
