import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explanationJson } from '../../../src/report/replay/replay-json-schema.js';
import { turntable, write } from '../../support/turntable/commands.js';
import { FIXTURE } from '../../support/turntable/small-turn.js';
import { PlaceHere } from '../../support/turntable/place-here.js';

describe('what cannot be replayed is said before anything is sent', () => {
  const cases: [string, { text?: string; options?: string[] }, number, RegExp][] = [
    ['no such file', {}, 3, /x\.acp cannot be read/],
    ['a broken line', { text: FIXTURE.replace('agent +1.0', 'angel +1.0') }, 3, /x\.acp, line 4/],
    ['an empty file', { text: '' }, 3, /is empty/],
    ['a fixture without a frame', { text: '#acp-fixture 1\n' }, 3, /x\.acp contains no frames/],
    [
      'a header that is none',
      { text: FIXTURE.replace('# title: a turn', '# ignore: params') },
      3,
      /x\.acp, line 2: # ignore: params: it is not a JSON pointer/,
    ],
    ['a pattern that is none', { text: FIXTURE.replace('# title: a turn', '# match: /a ~ /(/') }, 3, /line 2: # match/],
    ['a mode that is none', { text: FIXTURE, options: ['--match', 'loose'] }, 2, /strict, content/],
    [
      'a pointer that is none',
      { text: FIXTURE, options: ['--ignore', 'params'] },
      2,
      /--ignore params: it is not a JSON pointer/,
    ],
    ['a time that is none', { text: FIXTURE, options: ['--wait', 'long'] }, 2, /invalid --wait "long"/],
    ['a pace that is none', { text: FIXTURE, options: ['--pace', 'slow'] }, 2, /invalid --pace "slow"/],
    ['a fault that is none', { text: FIXTURE, options: ['--fault', 'burn@1'] }, 2, /invalid fault "burn@1"/],
    [
      'a fault at no frame',
      { text: FIXTURE, options: ['--fault', 'drop@99'] },
      2,
      /--fault drop@99: there is no frame 99/,
    ],
    [
      'a fault at a frame of the client',
      { text: FIXTURE, options: ['--fault', 'drop@0'] },
      2,
      /frame 0 is not from the agent/,
    ],
    ['a seed that is none', { text: FIXTURE, options: ['--seed', 'x'] }, 2, /invalid --seed "x": use a whole number/],
    ['a process that is none', { text: FIXTURE, options: ['--process', '0'] }, 2, /--process/],
    ['--json alone', { text: FIXTURE, options: ['--json'] }, 2, /--json works only with --explain/],
  ];
  test.each(cases)('%s', async (_, { text, options = [] }, code, message) => {
    const place = new PlaceHere();
    const file = text === undefined ? join(place.folder, 'x.acp') : write(place, 'x.acp', text);
    const ended = await turntable(place, ['replay', file, ...options]);
    expect({ code: ended.code, stdout: ended.stdout.toString() }).toEqual({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });
});

describe('replay --explain', () => {
  test('says what would be replayed, and replays nothing', async () => {
    const place = new PlaceHere();
    const file = write(place, 'x.acp', FIXTURE);
    const { code, stdout, stderr } = await turntable(place, ['replay', file, '--explain', '--report', 'r.json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.toString()).toMatch(/^ +8 +client +1\* +session\/prompt "in \/recorded\/p" +line 5$/m);
    expect(existsSync(join(place.folder, 'r.json'))).toBe(false);
    const json = await turntable(place, ['replay', file, '--explain', '--json']);
    const explained = explanationJson.parse(JSON.parse(json.stdout.toString()));
    expect(explained.bindings.roots).toMatchObject([{ recorded: '/recorded/p', places: { client: 2, agent: 1 } }]);
  });
});
