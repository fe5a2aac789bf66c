import type { AuthMethod, Connection } from '../../../model/state/connection.js';
import { announcementOf } from '../../../model/handshake/announced-capabilities.js';
import { textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

/** The methods that the agent offers; undefined where its answer to initialize was not seen. */
function offeredMethods({ initialization }: Connection): readonly AuthMethod[] | undefined {
  return initialization.state === 'done' ? initialization.authMethods : undefined;
}

/** Those of the id that the client wants to authenticate by. */
function wanted(methods: readonly AuthMethod[], { params }: Step): readonly AuthMethod[] {
  return methods.filter(({ id }) => id === params?.['methodId']);
}

export const loginNotAdvertised = defineRule({
  id: 'auth/login-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client authenticates only where the agent offers methods for it.',
  explanation:
    'An agent whose answer to initialize has no authMethods needs no authentication, or does it outside of ACP, and ' +
    'need not have the methods for it. v2 says that neither auth/login nor auth/logout may be called then. Offer the ' +
    'user no login where authMethods is missing or empty. For the logout of v1 see auth/logout-not-advertised.',
  spec: 'v1/authentication',
  messages: { none: '{method} was sent, but the agent offers no authMethods' },
  on: ['call:authenticate', 'call:auth/login', 'call:auth/logout'],
  inspect({ connection, step, report }) {
    const methods = offeredMethods(connection);
    const isOfVersion = (step.method === 'authenticate') === (step.version === 1);
    if (step.sender !== 'client' || methods === undefined || methods.length > 0 || !isOfVersion) return;
    report('none', { data: { method: step.method ?? '' }, evidence: [connection.initialization.answer] });
  },
});

export const unknownMethodId = defineRule({
  id: 'auth/unknown-method-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client authenticates by a method that the agent offers.',
  explanation:
    'methodId is the id of one of the authMethods in the answer to initialize; no other means anything to the agent. ' +
    'Ids differ between agents and between their versions: take them from the answer, never from a list of your own.',
  spec: 'v1/authentication',
  messages: { unknown: '{method} names {found}; the agent offers {known}' },
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

export const terminalMethodAuthenticated = defineRule({
  id: 'auth/terminal-method-authenticated',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A method of type "terminal" is run in a terminal and never passed to the agent.',
  explanation:
    'For such a method the client starts the program of the agent once more, in a terminal in front of the user, with ' +
    'the args and env of the method; its exit code says whether it worked. The running agent knows nothing of it. Run ' +
    'the method, and connect anew or go on, but do not send authenticate (v2: auth/login) for it.',
  spec: 'v1/authentication',
  messages: { terminal: '{method} names {found}, which is of type "terminal": it has to be run in a terminal instead' },
  on: ['call:authenticate', 'call:auth/login'],
  inspect({ connection, step, report }) {
    const named = wanted(offeredMethods(connection) ?? [], step);
    if (step.sender !== 'client' || named.length === 0 || named.some(({ type }) => type !== 'terminal')) return;
    const data = { method: step.method ?? '', found: quoted(step.params?.['methodId']) };
    report('terminal', { data, evidence: [connection.initialization.answer] });
  },
});

export const logoutNotAdvertised = defineRule({
  id: 'auth/logout-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 a client sends logout only if the agent announced agentCapabilities.auth.logout.',
  explanation:
    'logout is optional in v1, and an agent without it answers with an error or not at all. Offer the user no logout ' +
    'where the capability is missing or null. v2 has no such capability: there authMethods says it all.',
  spec: 'v1/authentication',
  messages: {
    none: 'logout was sent, but the agent did not announce agentCapabilities.auth.logout',
    malformed: 'logout was sent, but agentCapabilities.auth.logout is no object and so counts as not announced',
  },
  on: ['call:logout'],
  inspect({ connection, step, report }) {
    const said = announcementOf(connection, 'agent', 'auth.logout');
    if (step.sender !== 'client' || said === 'yes' || said === 'unknown') return;
    const evidence = [connection.initialization.answer];
    if (said === 'no') report('none', { evidence });
    else report('malformed', { severity: 'warning', evidence });
  },
});
