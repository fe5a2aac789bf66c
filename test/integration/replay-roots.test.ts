import { expect, test } from 'vitest';
import { fixtureOf, recorded } from '../support/replay/clients/recorded.js';
import { compiledText } from '../support/replay/replaying-here.js';

/** What an agent that was recorded with these folders says to a client with those. */
function told(recordedFolders: object, liveFolders: object, texts: readonly string[]): unknown[] {
  const greeting = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };
  const opening = (folders: object) => ({ jsonrpc: '2.0', id: 1, method: 'session/new', params: folders });
  const conversation = recorded('roots', [
    ['client', JSON.stringify(greeting)],
    ['agent', '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}'],
    ['client', JSON.stringify(opening(recordedFolders))],
    ['agent', '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}'],
    ...texts.map((path) => ['agent', JSON.stringify({ method: '_at', params: { sessionId: 's', path } })] as const),
  ]);
  const run = compiledText(fixtureOf(conversation), 'acp').start();
  for (const message of [greeting, opening(liveFolders)]) run.write(`${JSON.stringify(message)}\n`);
  return run.said.slice(2).map((line) => (JSON.parse(line) as { params: { path: unknown } }).params.path);
}

const PATHS = ['/', '/etc/passwd', '/home/ann/project/src/a.ts', '/home/ann/project'];

test.each([
  [
    'the top folder alone',
    ['/'],
    ['/x'],
    ['/x', '/x/etc/passwd', '/x/home/ann/project/src/a.ts', '/x/home/ann/project'],
  ],
  ['a folder that becomes the top folder', ['/home/ann/project'], ['/'], ['/', '/etc/passwd', '/src/a.ts', '/']],
  [
    'the top folder before another',
    ['/', '/home/ann/project'],
    ['/y', '/x'],
    ['/y', '/y/etc/passwd', '/x/src/a.ts', '/x'],
  ],
  [
    'the top folder after another',
    ['/home/ann/project', '/'],
    ['/x', '/y'],
    ['/y', '/y/etc/passwd', '/x/src/a.ts', '/x'],
  ],
])('%s is bound, the longest first', (_what, [cwd, ...others], [liveCwd, ...liveOthers], expected) => {
  const before = { cwd, additionalDirectories: others };
  const now = { cwd: liveCwd, additionalDirectories: liveOthers };
  expect(told(before, now, PATHS)).toEqual(expected);
});
