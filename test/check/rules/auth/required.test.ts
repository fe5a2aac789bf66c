import { expect, test } from 'vitest';
import { check, error, request, result } from '../../../support/conversations/conversation.js';

const INFO = { name: 'demo', version: '1.0.0' };

/** What is said of an error -32000 by an agent without authMethods. */
function refusedWith(message: string): string[] {
  return check(
    [
      ['client', request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {}, clientInfo: INFO })],
      ['agent', result(0, { protocolVersion: 1, agentCapabilities: {}, agentInfo: INFO })],
      ['client', request(1, 'session/new', { cwd: '/p', mcpServers: [] })],
      ['agent', error(1, -32000, message)],
    ],
    /^auth/,
  );
}

test.each([
  'Authentication required',
  'auth_required',
  'Not logged in',
  'Please log in',
  'Unauthorized',
  'Sign in first',
])('"%s" asks for a login', (message) => {
  expect(refusedWith(message)).toEqual(['3 warning auth/required-without-methods']);
});

test.each(['Server overloaded', 'The author is unknown', 'Blogging is off', 'No signing key', ''])(
  '"%s" does not',
  (message) => {
    expect(refusedWith(message)).toEqual([]);
  },
);
