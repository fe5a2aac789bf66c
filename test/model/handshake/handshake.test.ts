import { describe, expect, test } from 'vitest';
import { HandshakeReader, type Handshake } from '../../../src/model/handshake/handshake.js';
import type { Sender } from '../../../src/wire/frame.js';
import { readMessage } from '../../../src/wire/message.js';
import { utf8 } from '../../support/values/bytes.js';

type Said = readonly [sender: Sender, line: string];

const INITIALIZE: Said = [
  'client',
  '{"id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"ed","version":"2.1"}}}',
];
const ANSWER: Said = ['agent', '{"id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"ag","version":"0.3"}}}'];
const NEW_SESSION: Said = ['client', '{"id":1,"method":"session/new","params":{"cwd":"/home/user"}}'];

function after(...said: readonly Said[]): Handshake {
  return readerAfter(...said).handshake;
}

function readerAfter(...said: readonly Said[]): HandshakeReader {
  const reader = new HandshakeReader();
  for (const [sender, line] of said) reader.take(sender, readMessage(utf8(line)));
  return reader;
}

describe('HandshakeReader', () => {
  test('reads both names, the version answered with and the folder', () => {
    const reader = readerAfter(INITIALIZE, ANSWER, NEW_SESSION);
    expect(reader.handshake).toEqual({ client: 'ed 2.1', agent: 'ag 0.3', protocol: '1', cwd: '/home/user' });
    expect(reader.complete).toBe(true);
  });

  test('is complete only with a version and a folder', () => {
    expect(readerAfter().complete).toBe(false);
    expect(readerAfter(INITIALIZE, ANSWER).complete).toBe(false);
    expect(readerAfter(NEW_SESSION).complete).toBe(false);
  });

  test('reads the info of version 2 as well, and names without a version', () => {
    const client: Said = ['client', '{"id":"x","method":"initialize","params":{"info":{"name":"ed"}}}'];
    const agent: Said = ['agent', '{"id":"x","result":{"protocolVersion":2,"info":{"name":"ag","version":"1"}}}'];
    expect(after(client, agent)).toEqual({ client: 'ed', agent: 'ag 1', protocol: '2' });
  });

  test.each<[string, Said]>([
    ['another id', ['agent', '{"id":7,"result":{"protocolVersion":1}}']],
    ['the same number spelled as text', ['agent', '{"id":"0","result":{"protocolVersion":1}}']],
    ['an error', ['agent', '{"id":0,"error":{"code":1,"message":"m"}}']],
    ['the other party', ['client', '{"id":0,"result":{"protocolVersion":1}}']],
  ])('takes no answer from %s', (_, said) => {
    expect(after(INITIALIZE, said)).toEqual({ client: 'ed 2.1' });
  });

  test('keeps the folder of the first session, new, loaded, resumed or forked', () => {
    for (const method of ['session/new', 'session/load', 'session/resume', 'session/fork']) {
      const opened: Said = ['client', `{"id":1,"method":"${method}","params":{"cwd":"/a"}}`];
      expect(after(opened, NEW_SESSION)).toEqual({ cwd: '/a' });
    }
    expect(after(['client', '{"id":1,"method":"terminal/create","params":{"cwd":"/a"}}'])).toEqual({});
    expect(after(['agent', '{"id":1,"method":"session/new","params":{"cwd":"/a"}}'])).toEqual({});
  });

  test('is not put off by params and results of any other shape', () => {
    for (const odd of ['null', '[]', '7', '{"clientInfo":[],"protocolVersion":{},"cwd":7,"agentInfo":{"name":1}}']) {
      const reader = readerAfter(
        ['client', `{"id":0,"method":"initialize","params":${odd}}`],
        ['client', `{"id":0,"method":"initialize"}`],
        ['agent', `{"id":0,"result":${odd}}`],
        ['client', `{"id":1,"method":"session/new","params":${odd}}`],
        ['agent', '['],
      );
      expect(reader.handshake).toEqual({});
    }
  });
});
