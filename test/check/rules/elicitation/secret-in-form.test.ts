import { expect, test } from 'vitest';
import { judgeLines } from '../../../support/checking/rule-examples.js';

/** Whether a text field of that name and title is taken for one that asks for a secret. */
function isSecret(name: string, title?: string): boolean {
  const properties = { [name]: { type: 'string', title } };
  const params = { sessionId: 's1', mode: 'form', message: 'm', requestedSchema: { type: 'object', properties } };
  const line = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params });
  return judgeLines('G1', [`agent +250 ${line}`]).found.some((found) => found.endsWith('elicitation/secret-in-form'));
}

test.each<[name: string, title?: string]>([
  ['password'],
  ['apiKey'],
  ['OPENAI_API_KEY'],
  ['github-token'],
  ['client_secret'],
  ['value', 'Your passphrase'],
  ['value', 'Private key'],
  ['value', 'Token for GitHub'],
  ['value', 'Recovery code (from your mail)'],
])('%s %s is a secret', (name: string, title?: string) => {
  expect(isSecret(name, title)).toBe(true);
});

test.each<[name: string, title?: string]>([
  ['name'],
  ['email'],
  ['token_type'],
  ['secretary'],
  ['key'],
  ['keyboard'],
  ['tokens'],
  ['api_key_name'],
  ['value', 'Name of the secret'],
  ['value', 'File with the private key'],
  ['value', 'Password hint'],
])('%s %s is none', (name: string, title?: string) => {
  expect(isSecret(name, title)).toBe(false);
});
