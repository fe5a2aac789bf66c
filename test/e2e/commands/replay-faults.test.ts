import { describe, expect, test } from 'vitest';
import { write } from '../../support/turntable/commands.js';
import { ALL, ANSWERS, FIXTURE, HELLO, MADE, prompt, replay } from '../../support/turntable/small-turn.js';
import { Place } from '../../support/turntable/turntable.js';
import { until } from '../../support/processes/until.js';

const [ANSWERED = '', OPENED = '', CHUNK = '', END = ''] = ANSWERS;

describe('a fault on purpose', () => {
  test.each<[fault: string, lines: string[], code: number]>([
    ['drop@6', [ANSWERED, OPENED, END], 0],
    ['duplicate@6', [ANSWERED, OPENED, CHUNK, CHUNK, END], 0],
    ['truncate=10@6', [ANSWERED, OPENED, CHUNK.slice(0, 10), END], 0],
    ['split=10@6', ANSWERS, 0],
    ['noise=[DEBUG] up@6', [ANSWERED, OPENED, '[DEBUG] up', CHUNK, END], 0],
    ['delay=200@6', ANSWERS, 0],
    ['exit=9@6', [ANSWERED, OPENED], 9],
    ['drop~1', [], 0],
  ])('%s', async (fault, lines, code) => {
    const place = new Place();
    const program = replay(place, write(place, 'x.acp', FIXTURE), '--fault', fault);
    const begun = performance.now();
    program.write(ALL);
    if (lines.at(-1) === END) await program.says('end_turn');
    if (fault.startsWith('delay')) expect(performance.now() - begun).toBeGreaterThan(199);
    program.endInput();
    const { stdout, ...ended } = await program.ended;
    expect({ code: ended.code, lines: stdout.toString().split('\n').slice(0, -1) }).toEqual({ code, lines });
  });

  test.each(['close@6', 'stall@6'])(
    '%s: nothing more comes, and the agent stays until its client leaves',
    async (fault) => {
      const place = new Place();
      const program = replay(place, write(place, 'x.acp', FIXTURE), '--fault', fault);
      let isClosed = false;
      program.output.once('end', () => (isClosed = true));
      program.write(ALL);
      await program.says('"sessionId":"s"');
      if (fault.startsWith('close')) await until('the end of stdout', () => isClosed);
      else expect(isClosed).toBe(false);
      program.endInput();
      const { code, stdout } = await program.ended;
      expect({ code, lines: stdout.toString() }).toEqual({ code: 0, lines: `${ANSWERED}\n${OPENED}\n` });
    },
  );

  test('at random, the same for the same seed', async () => {
    const said = async (seed: string) => {
      const place = new Place();
      const program = replay(place, write(place, 'x.acp', FIXTURE), '--fault', 'drop~0.5', '--seed', seed);
      program.endInput(ALL);
      return (await program.ended).stdout.toString();
    };
    const first = await said('7');
    expect(await said('7')).toBe(first);
    const others = await Promise.all(['1', '2', '3', '4', '5'].map(said));
    expect(new Set([first, ...others]).size).toBeGreaterThan(1);
  });
});

describe('a client that does less than strictly the same', () => {
  const request = (id: number, method: string) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
  const two = ['_a', '_b'].map((method, i) => [
    `client ${request(3 + i, method)}`,
    `agent {"jsonrpc":"2.0","id":${3 + i},"result":{}}`,
  ]);
  const FREE = `${FIXTURE}${two.flat().join('\n')}\n`;

  test.each<[what: string, options: string[], said: string, code: number]>([
    ['content: in another order', ['--match', 'content'], MADE + HELLO + prompt('in /live'), 0],
    ['strict: not in another order', [], MADE + HELLO + prompt('in /live'), 5],
    ['content: not in other words', ['--match', 'content'], HELLO + MADE + prompt('in other words'), 5],
    ['method: in other words', ['--match', 'method'], HELLO + MADE + prompt('in other words'), 0],
  ])('%s', async (_what, options, said, code) => {
    const place = new Place();
    const program = replay(place, write(place, 'x.acp', FREE), ...options);
    program.endInput(`${said}${request(4, '_b')}\n${request(3, '_a')}\n`);
    const ended = await program.ended;
    expect({ stderr: ended.stderr, code: ended.code }).toEqual({ stderr: ended.stderr, code });
  });

  test('cancels where the recorded one did not', async () => {
    const asks = `agent {"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}}`;
    const allows = `client {"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}`;
    const end = /agent \+1\.0 \{"jsonrpc":"2\.0","id":2,/;
    const text = FIXTURE.replace(end, (found) => `${asks}\n${allows}\n${found}`);
    const cancel = '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s"}}\n';
    const answer = '{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}\n';
    for (const options of [['--on-cancel', 'answer'], []]) {
      const place = new Place();
      const program = replay(place, write(place, 'x.acp', text), ...options);
      program.write(ALL);
      await program.says('session/request_permission');
      program.endInput(cancel + answer);
      const { code, stdout } = await program.ended;
      expect(code).toBe(options.length > 0 ? 0 : 5);
      expect(stdout.toString().includes('{"jsonrpc":"2.0","id":"c","result":{"stopReason":"cancelled"}}')).toBe(
        code === 0,
      );
    }
  });
});
