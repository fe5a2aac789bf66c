import { objectOf, textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, quoted } from '../../engine/wording.js';
import { idOf, methodsIn, offeredMethods, wanted } from './offered-methods.js';

export const terminalMethodNotSupported = defineRule({
  id: 'auth/terminal-method-not-supported',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Methods of type "terminal" must be offered only to clients that announced auth.terminal.',
  explanation:
    'Such a method needs a client that can start the agent in a terminal that the user sees. For any other client ' +
    'it is a choice that cannot work. Leave these methods out of authMethods unless ' +
    'clientCapabilities.auth.terminal is true (v2: capabilities.auth.terminal is an object).\n\n' +
    'Also reported if the client announced it only in _meta, as early builds did before the capability existed.',
  spec: 'v1/authentication',
  messages: {
    offered: 'the agent offers {methods} of type "terminal", but the client did not announce {capability}',
  },
  on: ['response:initialize'],
  inspect({ step, report }) {
    const methods = methodsIn(step).filter(({ type }) => type === 'terminal');
    if (methods.length === 0 || canRunTerminals(step)) return;
    const capability = step.version === 2 ? 'capabilities.auth.terminal' : 'clientCapabilities.auth.terminal';
    const ids = methods.flatMap((method) => idOf(method, step) ?? textOf(method['name']) ?? []);
    const names = ids.length === 0 ? counted(methods.length, 'method') : enumerated(ids.map(quoted));
    report('offered', { data: { methods: names, capability }, evidence: [step.exchange] });
  },
});

/** Whether the client announced it in the answered request, even if only in the fields of the other version. */
function canRunTerminals({ params, version }: Step): boolean {
  const names = version === 2 ? ['capabilities', 'clientCapabilities'] : ['clientCapabilities', 'capabilities'];
  const said = names.find((name) => params !== undefined && Object.hasOwn(params, name));
  const marker = objectOf(objectOf(said === undefined ? undefined : params?.[said])?.['auth'])?.['terminal'];
  return said === 'clientCapabilities' ? marker === true : objectOf(marker) !== undefined;
}

export const terminalMethodAuthenticated = defineRule({
  id: 'auth/terminal-method-authenticated',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A method of type "terminal" must be run in a terminal, not sent to the agent.',
  explanation:
    "For such a method the client starts the agent's program once more, in a terminal that the user sees. It passes " +
    'the args and env of the method. The exit code says whether the login worked. The running agent takes no part ' +
    'in it. Run the method, then reconnect or go on, but do not send authenticate (v2: auth/login) for it.',
  spec: 'v1/authentication',
  messages: {
    terminal:
      'the client sent {method} for {found}, which is of type "terminal"; it must run that method in a terminal',
  },
  on: ['call:authenticate', 'call:auth/login'],
  inspect({ connection, step, report }) {
    const named = wanted(offeredMethods(connection) ?? [], step);
    if (step.sender !== 'client' || named.length === 0 || named.some(({ type }) => type !== 'terminal')) return;
    const data = { method: step.method ?? '', found: quoted(step.params?.['methodId']) };
    report('terminal', { data, evidence: [connection.initialization.answer] });
  },
});
