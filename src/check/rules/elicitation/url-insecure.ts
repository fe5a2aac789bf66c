import { textOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** Scheme, userinfo, host, and the rest, of a URL with a host (RFC 3986). */
const URL_PARTS = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#@]*)@)?(\[[0-9a-f:.]+\]|[^/?#:@[\]\s]+)(?::\d{0,5})?([/?#]\S*)?$/i;

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Parameters that are enough to get access; `code` and `state` of OAuth are not. */
const CREDENTIAL =
  /^(token|access_token|auth_token|id_token|refresh_token|api_?key|password|passwd|secret|client_secret)$/i;

export const urlInsecure = defineRule({
  id: 'elicitation/url-insecure',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The URL of an elicitation should use HTTPS and carry no credentials.',
  explanation:
    'The client shows the URL to the user and opens it in a browser. Over plain HTTP, others can read and change a ' +
    'page that may ask for a password. A URL also ends up in histories and logs, so a credential in it lets anybody ' +
    'in. Use HTTPS outside development, and bind the page to an id that only the right user can use.\n\n' +
    'An error if the value is not a URL, or has a password before the host. Only a warning for a parameter named ' +
    'like a credential, because only the page knows what it is. Not reported: localhost, 127.0.0.0/8 and ::1.',
  spec: 'v1/elicitation',
  messages: {
    unreadable: 'url is {found}, which is not an absolute URL',
    password: 'the URL has a user name and a password before the host {host}',
    user: 'the URL has a user name before the host {host}',
    parameter: 'the URL has the parameter {name}, which looks like a credential',
    scheme: 'the URL uses {scheme} for {host}; outside development it should be https',
  },
  on: ['request:elicitation/create'],
  inspect(context) {
    const { step, report } = context;
    const { params } = step;
    const url = textOf(params?.['url']);
    if (url === undefined || params?.['mode'] !== 'url') return;
    const [matched, scheme = '', user, host = '', rest = ''] = URL_PARTS.exec(url.slice(0, 4_000)) ?? [];
    if (matched === undefined) {
      claimAt(context, ['url']);
      report('unreadable', { data: { found: quoted(url) }, severity: 'error' });
      return;
    }
    const data = { host: quoted(host), scheme: scheme.toLowerCase() };
    if (user?.includes(':') === true) report('password', { data, severity: 'error' });
    else if (user !== undefined) report('user', { data });
    const name = parametersOf(rest).find((one) => CREDENTIAL.test(one));
    if (name !== undefined) report('parameter', { data: { name: quoted(name) } });
    if (data.scheme !== 'https' && !LOOPBACK.test(host)) report('scheme', { data });
  },
});

/** The names of the parameters of a query, and of a fragment written as one. */
function parametersOf(rest: string): string[] {
  return [...rest.matchAll(/[?&#]([^=&#]+)=[^&#]/g)].map(([, name = '']) => name);
}
