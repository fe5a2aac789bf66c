import { describe, expect, test } from 'vitest';
import { browse } from '../support/terminal/browsing.js';
import { write } from '../support/turntable/commands.js';
import { Tmux, WITH_TMUX } from '../support/terminal/tmux.js';
import { Place, script } from '../support/turntable/turntable.js';

const ESC = '\u001b';
/** Title, clipboard, bell, another screen, colours, a reset, a question to the terminal; as C0 and as C1, and what turns or hides text. */
const PLAINLY_DRIVING = [
  `${ESC}]0;DRIVEN\u0007`,
  `${ESC}]52;c;${Buffer.from('DRIVEN').toString('base64')}\u0007`,
  '\u0007',
].join('');
const DRIVING = [
  PLAINLY_DRIVING,
  `${ESC}Ptmux;${ESC}${ESC}]0;DRIVEN\u0007${ESC}\\`,
  `${ESC}[?1049l${ESC}[2J${ESC}[31m${ESC}[6n${ESC}c`,
  '\u009d0;DRIVEN\u009c\u009b2J\u0090',
  '\u202edlrow\u202c \u200b\u200d\u2066\ufeff',
].join('');

const CLIENT_LINES = [
  { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1, clientInfo: named('client') } },
  { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: `/${DRIVING}`, mcpServers: [] } },
  {
    jsonrpc: '2.0',
    id: 2,
    method: 'session/prompt',
    params: { sessionId: DRIVING, prompt: [{ type: 'text', text: `${DRIVING}prompt` }] },
  },
];
const AGENT_LINES = [
  { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, agentInfo: named('agent') } },
  { jsonrpc: '2.0', id: 1, result: { sessionId: DRIVING } },
  update({ sessionUpdate: 'tool_call', toolCallId: DRIVING, title: `${DRIVING}title`, status: 'pending' }),
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${DRIVING}said` } }),
  { jsonrpc: '2.0', method: `${DRIVING}method`, params: { [`${DRIVING}key`]: DRIVING } },
];
const DEPTH = 10_000;
const EMOJI = 1_000_000;
const LONG_LINES = [
  `{"jsonrpc":"2.0","method":"_deep","params":{"deep":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}}`,
  `{"jsonrpc":"2.0","method":"_long","params":{"text":"${'👍'.repeat(EMOJI)}"}}`,
];

function named(side: string): object {
  return { name: `${DRIVING}${side}`, version: DRIVING };
}

function update(content: object): object {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: DRIVING, update: content } };
}

/** A recording in which all of this was said, in JSON, as bare bytes, and on stderr. */
async function recordHostile(place: Place): Promise<void> {
  const json = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  // JSON.stringify would write control characters as \u
  const bare = `${DRIVING}bare\n`;
  const said = write(
    place,
    'said',
    Buffer.concat([
      Buffer.from(json(AGENT_LINES) + bare),
      Buffer.from(`\u009b2J\u009d0;DRIVEN\u0007 C1 in one byte\n`, 'latin1'),
      Buffer.from(`${LONG_LINES.join('\n')}\n${json([{ jsonrpc: '2.0', id: 2, result: { stopReason: DRIVING } }])}`),
    ]),
  );
  const source = `
    process.stdin.resume().once('end', () => {
      process.stdout.write(require('fs').readFileSync(process.argv[1]));
      process.stderr.write(${JSON.stringify(bare)});
    })`;
  const { code } = await place.record(script(source, said), {
    input: json(CLIENT_LINES) + bare,
    options: ['--name', 'hostile'],
  });
  expect(code).toBe(0);
  await place.quiet();
}

/** What of the terminal a program can change without anyone seeing it. */
function driven(tmux: Tmux): { readonly title: boolean; readonly bell: boolean; readonly clipboard: string } {
  let clipboard = '';
  try {
    clipboard = tmux.clipboard();
  } catch (error) {
    expect(String(error)).toContain('no buffers');
  }
  return {
    title: tmux.about('#{pane_title}').includes('DRIVEN'),
    bell: tmux.about('#{window_bell_flag}') === '1',
    clipboard,
  };
}

/** Controls, and what turns or hides text. */
const HIDDEN = /[^\P{Cc}\n]|\p{Cf}/u;
const UNTOUCHED = { title: false, bell: false, clipboard: '' };

describe.runIf(WITH_TMUX)('a hostile recording', () => {
  test('would drive a terminal that it were written to', async () => {
    const place = new Place();
    const tmux = new Tmux().start(['cat', write(place, 'driving', PLAINLY_DRIVING)]);
    await tmux.shows('[exit 0]');
    expect(driven(tmux)).toEqual({ title: true, bell: true, clipboard: 'DRIVEN' });
  });

  test('drives nothing in any view, and every key is answered', async () => {
    const place = new Place();
    await recordHostile(place);
    const tmux = browse(place, { height: 40 });
    await tmux.shows(/Recordings +1\/1/);
    expect(driven(tmux)).toEqual(UNTOUCHED);
    const views = [
      ['2', /▸ Turns +1\/1/],
      ['5', /▸ Turn 1 /],
      ['6', /▸ Statistics/],
      ['4', /▸ Violations .*by rule/],
      ['3', /▸ Frames +(?:turn \d+ +)?#/],
    ] as const;
    for (const [key, wanted] of views) {
      tmux.keys(key);
      const screen = await tmux.shows(wanted);
      expect({ key, ...driven(tmux) }).toEqual({ key, ...UNTOUCHED });
      expect(screen).not.toMatch(HIDDEN);
    }
    tmux.keys('Q');
    await tmux.shows('[exit 0]');
    expect(driven(tmux)).toEqual(UNTOUCHED);
  });

  test('each of its frames can be looked at in each way, and left', async () => {
    const place = new Place();
    await recordHostile(place);
    const entries = await place.entries();
    const tmux = browse(place, { height: 40 });
    await tmux.shows(/Recordings +1\/1/);
    tmux.keys('3');
    await tmux.shows(/▸ Frames +(?:turn \d+ +)?#/);
    tmux.keys('g', 'Enter');
    for (const { seq } of entries) {
      const screen = await tmux.until(`entry ${seq}`, (screen) =>
        new RegExp(`▸ #${seq} .*#${seq}/`).test(screen.split('\n')[0] ?? ''),
      );
      expect(screen).not.toMatch(HIDDEN);
      tmux.keys('m', 'j', 'G', 'm', 'j', 'm', 'm', 'L', 'J');
    }
    expect(driven(tmux)).toEqual(UNTOUCHED);
    tmux.keys('q');
    await tmux.shows(/▸ Frames +(?:turn \d+ +)?#/);
    tmux.keys('Q');
    await tmux.shows('[exit 0]');
    expect(tmux.about('#{alternate_on} #{cursor_flag}')).toBe('0 1');
  });
});
