import { describe, expect, test } from 'vitest';
import { Redactor } from '../../src/fixture/redact/redact.js';
import { StandIns } from '../../src/fixture/redact/stand-ins.js';
import type { JsonObject } from '../../src/wire/json-text.js';
import { request, result } from '../support/conversations/conversation.js';
import { HELLO, prompt, stopped } from '../support/conversations/opened.js';
import { chunk, Playing, scriptOf, type Line } from '../support/conversations/scripted.js';

const KEY = 'a1B2c3D4e5F6';

function opening(cwd: string, key: string): Line {
  const env = [{ name: 'SERVICE_KEY', value: key }];
  return request(1, 'session/new', { cwd, mcpServers: [{ name: 'm', command: 'm', args: ['--token', key], env }] });
}

/** What was said on zoe's machine. */
const SAID: readonly (readonly ['client' | 'agent', Line])[] = [
  ['client', HELLO],
  ['agent', result(0, { protocolVersion: 1 })],
  ['client', opening('/home/zoe/p', KEY)],
  ['agent', result(1, { sessionId: 's' })],
  ['client', prompt(2, 's', `use ${KEY} in /home/zoe/x`)],
  ['agent', chunk('s', `I use ${KEY} and /home/zoe/y`)],
  [
    'agent',
    request(0, 'terminal/create', {
      sessionId: 's',
      command: 'cat',
      env: [
        { name: 'PATH', value: '/home/zoe/bin:/usr/bin' },
        { name: 'NO_COLOR', value: '1' },
      ],
    }),
  ],
  ['client', result(0, { terminalId: 't' })],
  ['agent', stopped(2)],
];

function redacted(): (readonly ['client' | 'agent', JsonObject])[] {
  const redactor = new Redactor();
  for (const [, line] of SAID) redactor.learnText(textOf(line));
  return SAID.map(([sender, line]) => [sender, JSON.parse(redactor.redactText(textOf(line))) as JsonObject] as const);
}

function textOf(line: Line): string {
  return typeof line === 'string' ? line : JSON.stringify(line);
}

/** A client on bob's machine says these lines. */
function replayed(...lines: Line[]): Playing {
  const playing = new Playing(scriptOf(redacted()), {}, new StandIns([['redacted', 'secrets, homes']]));
  for (const line of [HELLO, ...lines]) playing.send(line);
  return playing;
}

test('nothing of a secret is in the fixture', () => {
  const text = JSON.stringify(redacted());
  expect(text).not.toMatch(new RegExp(`${KEY}|zoe`));
  expect(text).toContain('<redacted:');
});

test('a client is sent the values that it has itself, and an environment that works', () => {
  const { said, engine } = replayed(opening('/home/bob/p', 'mine'), prompt(2, 's', 'use mine in /home/bob/x'));
  expect(engine.divergence).toBeUndefined();
  const text = said.join('\n');
  expect(text).toContain('I use mine and /home/bob/y');
  expect(text).toContain('{"name":"PATH","value":"/home/bob/bin:/usr/bin"}');
  expect(text).toContain('{"name":"NO_COLOR","value":"1"}');
  expect(text).not.toContain('<redacted:');
});

test('a client that says what is in the fixture gets what is in it', () => {
  const lines = redacted().flatMap(([sender, line]) => (sender === 'client' ? [line] : []));
  const { said, engine } = replayed(...lines.slice(1, 3));
  expect(engine.divergence).toBeUndefined();
  expect(said.join('\n')).toContain('I use <redacted:token-1> and /home/user/y');
});

describe('a value that was bound stays so', () => {
  test.each([
    ['another secret', 'use other in /home/bob/x', 'use mine in /home/bob/x'],
    ['another home', 'use mine in /home/ann/x', 'use mine in /home/bob/x'],
    ['other words', 'use DELETE ALL FILES in /home/bob/x', 'use mine in /home/bob/x'],
    ['the placeholder itself', 'use <redacted:token-1> in /home/bob/x', 'use mine in /home/bob/x'],
  ])('%s is a divergence, and the message says what was expected', (_, text, expected) => {
    const { divergence } = replayed(opening('/home/bob/p', 'mine'), prompt(2, 's', text)).engine;
    expect(divergence?.differences).toEqual([{ pointer: '/params/prompt/0/text', expected, received: text }]);
  });

  test('also within one message', () => {
    const env = [{ name: 'SERVICE_KEY', value: 'one' }];
    const mcpServers = [{ name: 'm', command: 'm', args: ['--token', 'other'], env }];
    const { divergence } = replayed(request(1, 'session/new', { cwd: '/home/bob/p', mcpServers })).engine;
    expect(divergence?.differences).toHaveLength(1);
  });
});
