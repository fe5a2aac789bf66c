import { AUTH_REQUIRED } from '../../../acp/methods/error-codes.js';
import type { ErrorFacts } from '../../../model/state/step.js';
import { openOfClient } from '../../../model/requests/open-requests.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

const ABOUT_LOGIN =
  /\bauth(?!or\b|ors\b|ored\b)|\bun-?auth|_auth|\blog(?:ged|ging)?[\s-]?in\b|\bsign(?:ed|ing)?[\s-]?in\b/i;

/** Words about a login outside ACP, by a method that is offered only to clients with a terminal. */
const ABOUT_TERMINALS = /\bterminal\b|\bcommand[\s-]line\b|\bcli\b|\brun\b|`/i;

/** Whether an error says that the user has to authenticate first. */
function asksForLogin(error: ErrorFacts | undefined): error is ErrorFacts {
  return error?.code === AUTH_REQUIRED && mentions(error, ABOUT_LOGIN);
}

export const requiredAfterLogin = defineRule({
  id: 'auth/required-after-login',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'After a successful login the agent should not ask for authentication again.',
  explanation:
    'A client that gets auth_required shows the login. If the login succeeds and the next request is refused in the ' +
    'same way, the user goes round in circles. Answer authenticate with success only once sessions can be created, ' +
    'and keep the login.\n\n' +
    'Only a warning, because the login may have expired in the meantime. Not reported: requests sent before the ' +
    'login was answered or after a logout; errors -32000 that do not mention a login.',
  spec: 'v1/authentication',
  needsHistory: true,
  messages: { again: 'the agent refused {method} with {text}, although {login} had succeeded' },
  on: ['response:session/new', 'response:session/load', 'response:session/resume'],
  inspect({ connection, step, faultsOf, report }) {
    const { authenticated } = connection;
    const { error, exchange, method = '', version } = step;
    if (authenticated === undefined || exchange === undefined || !asksForLogin(error)) return;
    if (exchange.seq < authenticated.seq || faultsOf(exchange).length > 0) return;
    if (openOfClient(connection, ['logout', 'auth/logout']) > 0) return;
    const login = version === 2 ? 'auth/login' : 'authenticate';
    report('again', { data: { method, text: quoted(error.message), login }, evidence: [authenticated, exchange] });
  },
});

export const requiredWithoutMethods = defineRule({
  id: 'auth/required-without-methods',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An agent that asks for authentication should offer a method for it.',
  explanation:
    'After auth_required, the client looks for a login in the authMethods of the initialize response. If that list is ' +
    'empty, the user cannot log in. List every available method there.\n\n' +
    'Only an info if the error mentions a terminal or a command to run, because methods of type "terminal" are not ' +
    'offered to clients that cannot run them. Not reported: errors -32000 that do not mention a login; agents that ' +
    'offered methods in another initialize of the connection.',
  spec: 'v1/authentication',
  messages: { none: 'the agent refused {method} with {text}, but offers no authMethods' },
  on: ['response if failed'],
  inspect({ connection, step, faultsOf, report }) {
    const { error, exchange, sender, method } = step;
    const { state, everOfferedAuth, answer, agent } = connection.initialization;
    if (sender !== 'agent' || exchange === undefined || method === undefined || !asksForLogin(error)) return;
    if (state !== 'done' || everOfferedAuth || faultsOf(exchange).length > 0) return;
    // a list that nobody could read is another fault
    if (Array.isArray(agent?.['authMethods']) && agent['authMethods'].length > 0) return;
    const severity = mentions(error, ABOUT_TERMINALS) ? 'info' : 'warning';
    report('none', { data: { method, text: quoted(error.message) }, severity, evidence: [answer, exchange] });
  },
});
