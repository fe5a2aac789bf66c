import { describe, expect, test } from 'vitest';
import { rulesOfFixture } from '../../../src/replay/script/rules-of-fixture.js';

describe('headers of a fixture', () => {
  test('say what is not compared', () => {
    const rules = rulesOfFixture(
      [
        ['title', 'x'],
        ['ignore', '/params/mcpServers'],
        ['ignore', '/params/a~1b/0'],
        ['match', '/params/prompt/0/text ~ /^Today is \\d+ \\/ x$/i'],
        ['match', '/params/x ~ /a/gy'],
      ],
      () => 'x.acp',
    );
    expect(rules).toEqual({
      ignore: ['/params/mcpServers', '/params/a~1b/0'],
      patterns: [
        { pointer: '/params/prompt/0/text', pattern: /^Today is \d+ \/ x$/i },
        { pointer: '/params/x', pattern: /a/ },
      ],
    });
  });

  test.each([
    ['ignore', 'params/mcpServers', /x\.acp, line 2: # ignore: params\/mcpServers: it is no JSON pointer/],
    ['ignore', '', /it is no JSON pointer/],
    ['ignore', '/a~2', /it is no JSON pointer/],
    ['match', '/params/x', /it is not of the form/],
    ['match', '/params/x ~ y', /it is not of the form/],
    ['match', '/params/x ~ /(/', /Invalid regular expression/],
    ['match', '/params/x ~ /a/k', /Invalid flags/],
    ['match', 'x ~ /a/', /it is no JSON pointer/],
  ])('# %s: %s is refused', (name, value, message) => {
    expect(() => rulesOfFixture([[name, value]], () => 'x.acp, line 2')).toThrow(message);
  });
});
