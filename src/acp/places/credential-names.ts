const CREDENTIAL =
  /(?:^|[_-])(?:(?:api|access|private|account|signing|encryption|license|service[_-]?role|shared[_-]?access)[_-]?key|token|secret|password|passwd|passphrase|authorization|cookie|credentials?)(?:$|[_-])/i;
/** What speaks about credentials and holds none. */
const ABOUT = /(?:limit|count|budget|file|path|dir|url|uri|endpoint|type|name)$/i;
/** Tokens that are no credentials: of lists, of work that goes on, of language models. */
const OTHER_TOKENS = /(?:^|[_-])(?:progress|page|continuation|cancell?ation|bos|eos|pad|stop|mask)[_-]token$/i;
/** In headers more words than in other names: `X-Auth`, `Ocp-Apim-Subscription-Key`, `X-Signature`. */
const SECRET_HEADER = /(?:^|[_-])(?:auth|key|session|signature|csrf|xsrf)(?:$|[_-])|(?:cookie|token|secret)/i;
/** `Mcp-Session-Id` names a session and opens none without a key. */
const OPEN_HEADER = /(?:^|-)session-id$/i;

/** Whether the name of an environment variable, header or member says that its value is a credential. */
export function namesCredential(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return CREDENTIAL.test(words) && !ABOUT.test(words) && !OTHER_TOKENS.test(words);
}

/** The same for what is known to be an HTTP header. */
export function namesSecretHeader(name: string): boolean {
  return namesCredential(name) || (SECRET_HEADER.test(name) && !OPEN_HEADER.test(name));
}

/** The kind of credential that a name speaks of, in a word. */
export function credentialKind(name: string): string {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'secret';
}

const KINDS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/authorization/i, 'authorization'],
  [/cookie/i, 'cookie'],
  [/passw|passphrase|passcode/i, 'password'],
  [/private[_-]?key/i, 'private-key'],
  [/(?:api|access)[_ -]?key/i, 'api-key'],
  [/token/i, 'token'],
  [/(?:^|[_-])key$/i, 'api-key'],
];
