import { describe, expect, test } from 'vitest';
import { checkJson } from '../../src/report/json-output.js';
import { turntable, write } from '../support/turntable/commands.js';
import { PlaceHere } from '../support/turntable/place-here.js';
import { elementsOf } from '../support/values/xml.js';

const RULE = 'tool-call/update-before-create';
const SECRET = 'sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6';

const update = (id: string) =>
  `agent {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"${id}","status":"completed"}}}`;

const prompt = 'client {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}';

const BEFORE = [
  '#acp-fixture 1',
  '# title: allowed',
  'client {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}',
  'agent {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}',
  'client {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/p","mcpServers":[]}}',
  'agent {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}',
  prompt,
];
const AFTER = ['agent {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}', ''];

/** A file in which two calls are updated that nothing announced. @param before the lines above the first update */
function fixtureWith(...before: string[]): string {
  return [...BEFORE, ...before, update('a'), update('b'), ...AFTER].join('\n');
}

async function found(place: PlaceHere, text: string, ...words: string[]) {
  const file = write(place, 'x.acp', text);
  const { stdout, stderr } = await turntable(place, ['check', file, '--format', 'json', ...words]);
  expect(stderr).toBe('');
  const { violations, allowed } = checkJson.parse(JSON.parse(stdout.toString()));
  return { seqs: violations.filter(({ rule }) => rule === RULE).map(({ seq }) => seq), allowed };
}

describe('# allow: RULE', () => {
  test('silences this rule at the frame below it, and nowhere else', async () => {
    const place = new PlaceHere();
    expect(await found(place, fixtureWith())).toEqual({ seqs: [5, 6], allowed: undefined });
    expect(await found(place, fixtureWith(`# allow: ${RULE} until the next release`))).toEqual({
      seqs: [6],
      allowed: { violations: 1, unused: [] },
    });
  });

  test('may stand above the first frame, with others, and with comments, headers and blank lines between', async () => {
    const place = new PlaceHere();
    const [first = '', ...rest] = fixtureWith(
      `# allow: ${RULE}`,
      '',
      '# a comment',
      '# allow: plan/status-regression',
    ).split('\n');
    const { seqs, allowed } = await found(place, [first, '# allow: init/repeated', ...rest].join('\n'));
    expect(seqs).toEqual([6]);
    expect(allowed).toEqual({
      violations: 1,
      unused: [
        { rule: 'init/repeated', seq: 0, line: 4 },
        { rule: 'plan/status-regression', seq: 5, line: 13 },
      ],
    });
  });

  test('is reported in every format where it silences nothing', async () => {
    const place = new PlaceHere();
    const file = write(place, 'x.acp', fixtureWith('# allow: init/repeated'));
    const said = async (format: string) =>
      (await turntable(place, ['check', file, '--format', format])).stdout.toString();
    for (const format of ['text', 'markdown', 'junit', 'github', 'sarif']) {
      expect(await said(format), format).toMatch(/allow: init\\?\/repeated.* above frame 5, line 9 silences nothing/);
    }
    expect(await said('github')).toContain(`::warning file=${file},line=9,title=allow::`);
    expect(elementsOf(await said('junit')).map(({ name }) => name)).toContain('system-out');
    const shown = await turntable(place, ['show', file, '--turns']);
    expect(shown.stdout.toString()).toContain('silences nothing');
  });

  test('tells how much it silences, so that a file from elsewhere hides nothing', async () => {
    const place = new PlaceHere();
    const file = write(place, 'x.acp', fixtureWith(`# allow: ${RULE}`));
    for (const format of ['text', 'markdown', 'junit', 'sarif']) {
      const { stdout } = await turntable(place, ['check', file, '--format', format]);
      expect(stdout.toString(), format).toContain('1 violation allowed by comments in the file');
    }
  });

  test('stays with its frame through export, redacted, normalised and cut', async () => {
    const place = new PlaceHere();
    const file = write(place, 'x.acp', fixtureWith(`# allow: ${RULE} key ${SECRET}`));
    const exported = async (...words: string[]) => {
      const { code, stdout } = await turntable(place, ['export', file, ...words]);
      expect(code).toBe(0);
      return stdout.toString();
    };
    expect(await exported('--no-redact')).toBe(fixtureWith(`# allow: ${RULE} key ${SECRET}`));
    for (const words of [[], ['--normalise'], ['--turn', '1'], ['--frames', '5..6']]) {
      const text = await exported(...words);
      expect(text).not.toContain(SECRET);
      expect(text).toMatch(
        /# allow: tool-call\/update-before-create key <redacted:[a-z]+-1>\nagent \{.*"tool_call_update"/,
      );
      expect(await found(place, text)).toMatchObject({ allowed: { violations: 1, unused: [] } });
    }
    expect(await exported('--frames', '0..3')).not.toContain('# allow:');
  });

  test('lint knows its rules, and one with nothing below it', async () => {
    const place = new PlaceHere();
    const file = write(place, 'x.acp', `${fixtureWith('# allow: cancel/nope')}# allow: ${RULE}\n`);
    const { stdout } = await turntable(place, ['lint', file]);
    expect(stdout.toString()).toContain('x.acp:8: warning: unknown rule cancel/nope (unknown-rule)');
    expect(stdout.toString()).toContain('x.acp:12: warning: there is no frame or event below it');
    const sound = write(place, 'y.acp', fixtureWith(`# allow: ${RULE}`));
    expect((await turntable(place, ['lint', sound])).stdout.toString()).toBe('');
  });

  test('in an included file is about the frames of that file', async () => {
    const place = new PlaceHere();
    write(place, 'given.acp', `${[...BEFORE, `# allow: ${RULE}`, update('a')].join('\n')}\n`);
    const including = ['#acp-fixture 1', '# include: given.acp', update('b'), ...AFTER].join('\n');
    expect(await found(place, including)).toEqual({ seqs: [6], allowed: { violations: 1, unused: [] } });
  });
});
