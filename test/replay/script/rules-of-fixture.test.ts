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
    expect(rules.ignore).toEqual(['/params/mcpServers', '/params/a~1b/0']);
    expect(rules.patterns.map(({ pointer }) => pointer)).toEqual(['/params/prompt/0/text', '/params/x']);
    const [today, again] = rules.patterns.map(({ pattern }) => pattern);
    expect(['today is 12 / x', 'Today is 12 / y', 'x Today is 12 / x'].map((text) => today?.isIn(text))).toEqual([
      true,
      false,
      false,
    ]);
    expect([again?.isIn('ba'), again?.isIn('ba')]).toEqual([true, true]);
  });

  test.each([
    ['ignore', 'params/mcpServers', /x\.acp, line 2: # ignore: params\/mcpServers: it is not a JSON pointer/],
    ['ignore', '', /it is not a JSON pointer/],
    ['ignore', '/a~2', /it is not a JSON pointer/],
    ['match', '/params/x', /it must have the form/],
    ['match', '/params/x ~ y', /it must have the form/],
    ['match', '/params/x ~ /(/', /the pattern cannot be used: this \( has no \) \(at character 1 of 1\)/],
    ['match', '/params/x ~ /a/k', /unknown flag k; the flags are i, m, s and u/],
    ['match', '/params/x ~ /^(?!Today)/', /look-ahead \(\?! is not supported \(at character 2 of 10\)/],
    ['match', '/params/x ~ /(a)\\1/', /the back-reference \\1 is not supported \(at character 4 of 5\)/],
    ['match', 'x ~ /a/', /it is not a JSON pointer/],
  ])('# %s: %s is refused', (name, value, message) => {
    expect(() => rulesOfFixture([[name, value]], () => 'x.acp, line 2')).toThrow(message);
  });
});
