import { describe, expect, test } from 'vitest';
import { credentialKind, namesCredential, namesSecretHeader } from '../../../src/acp/places/credential-names.js';

describe('names of credentials', () => {
  test.each([
    'OPENAI_API_KEY',
    'apiKey',
    'X-Api-Key',
    'GITHUB_TOKEN',
    'Authorization',
    'Proxy-Authorization',
    'Set-Cookie',
    'DB_PASSWORD',
    'AWS_SECRET_ACCESS_KEY',
    'token',
    'accessToken',
    'clientSecret',
    'X-ApiKey',
  ])('%s', (name) => {
    expect(namesCredential(name)).toBe(true);
  });

  test.each([
    'PATH',
    'MAX_TOKENS',
    'TOKEN_LIMIT',
    'TOKENIZER',
    'SECRET_FILE',
    'KEYBOARD',
    'Content-Type',
    'SSH_AUTH_SOCK',
    'progressToken',
    'nextPageToken',
    'eos_token',
    'maxTokens',
    'token_type',
    'usedTokenCount',
  ])('not %s', (name) => {
    expect(namesCredential(name)).toBe(false);
  });
});

describe('names of headers that hold a secret', () => {
  test.each(['Authorization', 'X-Auth', 'Ocp-Apim-Subscription-Key', 'x-functions-key', 'X-Session', 'Set-Cookie2'])(
    '%s',
    (name) => {
      expect(namesSecretHeader(name)).toBe(true);
    },
  );

  test.each(['Accept', 'Content-Type', 'Mcp-Session-Id', 'User-Agent', 'X-Keyboard', 'Author'])('not %s', (name) => {
    expect(namesSecretHeader(name)).toBe(false);
  });
});

test.each([
  ['Authorization', 'authorization'],
  ['OPENAI_API_KEY', 'api-key'],
  ['AWS_SECRET_ACCESS_KEY', 'api-key'],
  ['accessToken', 'token'],
  ['Set-Cookie', 'cookie'],
  ['DB_PASSWORD', 'password'],
  ['CLIENT_SECRET', 'secret'],
])('%s holds a credential of the kind %s', (name, kind) => {
  expect(credentialKind(name)).toBe(kind);
});
