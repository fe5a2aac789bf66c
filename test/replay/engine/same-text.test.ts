import { describe, expect, test } from 'vitest';
import { sameText } from '../../../src/replay/engine/same-text.js';

const REDACTED = sameText([['redacted', '1 home']]);
const PLAIN = sameText([]);

describe('a recorded text stands for a live one', () => {
  test.each([
    ['a placeholder for anything', 'Bearer <redacted:bearer-1>', 'Bearer abc'],
    ['a home for another', 'in /home/user/p', 'in /home/ann/p'],
    ['one that nobody can tell from the fixture to be one', '/home/user/p', '/home/user/p'],
    ['two homes and a secret', '/home/user/<redacted:token-1>/Users/user2/b', '/home/a.b/x/y/Users/bo/b'],
    ['the name of a folder that is made of a home', '~/.cache/-home-user-p/x', '~/.cache/-home-ann-lee-p/x'],
    ['a uri in a uri', 'open?%2Fhome%2Fuser%2Fa', 'open?%2Fhome%2Fann%2Fa'],
    ['a home behind a name', 'x/home/user/a -I/home/user/include', 'x/home/ann/a -I/home/ann/include'],
    ['a home in JSON', '{"p":"C:\\\\Users\\\\user\\\\a"}', '{"p":"C:\\\\Users\\\\ann\\\\a"}'],
    ['a home at the end', 'cd /home/user', 'cd /home/ann'],
  ])('%s', (_, recorded, live) => {
    expect(REDACTED(recorded, live)).toBe(true);
  });

  test.each([
    ['not for one in another folder', '/home/user/p', '/home/ann/q'],
    ['nor below another', '/home/user/p', '/home/ann/b/p'],
    ['nor for none', '/home/user/p', '/home//p'],
    ['nor where a name only begins like one', '/home/users/p', '/home/ann/p'],
    ['nor where no home was taken out', '/Users/Shared/p', '/Users/ann/p'],
    ['nor where the name is a word', 'the user is here', 'the ann is here'],
    ['nor for a name that is too long', '/home/user/p', `/home/${'a'.repeat(65)}/p`],
    ['nor where text is missing', 'a /home/user/p', '/home/ann/p'],
    ['nor where text follows', '/home/user/p', '/home/ann/p and more'],
  ])('%s', (_, recorded, live) => {
    expect(REDACTED(recorded, live)).toBe(false);
  });

  test('no home where nothing was taken out', () => {
    expect(PLAIN('/home/user/p', '/home/ann/p')).toBe(false);
    expect(PLAIN('<redacted:token-1>', 'x')).toBe(true);
  });
});

test('a text of very many homes is compared in reasonable time', () => {
  const recorded = '/home/user/a '.repeat(30_000);
  const start = performance.now();
  expect(REDACTED(recorded, '/home/ann/a '.repeat(30_000))).toBe(true);
  expect(REDACTED(`${recorded}!`, '/home/ann/a '.repeat(30_000))).toBe(false);
  expect(performance.now() - start).toBeLessThan(5_000);
});
