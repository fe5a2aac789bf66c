import { describe, expect, test } from 'vitest';
import { whyJson, type WhyJson } from '../../src/report/waits/why-json-schema.js';
import { request } from '../support/conversations/conversation.js';
import { start, type Program } from '../support/processes/program.js';
import { until } from '../support/processes/until.js';
import { agent, Place, script, TURNTABLE } from '../support/turntable/turntable.js';

/** What `why` says of the live recording, once the first wait is of a kind. */
async function whyOnce(place: Place, kind: string): Promise<WhyJson> {
  // before that there is nothing to ask of
  await place.journal();
  return until(`a wait of kind ${kind}`, async () => {
    const answer = whyJson.parse(JSON.parse((await place.output('why', '--json')).toString()));
    return answer.waits[0]?.kind === kind ? answer : undefined;
  });
}

function say(tap: Program, ...messages: readonly ReturnType<typeof request>[]): void {
  for (const message of messages) tap.write(`${JSON.stringify(message)}\n`);
}

/** A session with an agent that does what its prompt tells it. */
async function prompted(place: Place, words: string): Promise<Program> {
  const tap = place.tap(agent('told-agent'));
  say(tap, request(0, 'initialize', { protocolVersion: 1 }), request(1, 'session/new', { cwd: '/', mcpServers: [] }));
  const sessionId = await until('the session', () => /"sessionId":"([^"]+)"/.exec(tap.stdout.toString())?.[1]);
  say(tap, request(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: words }] }));
  return tap;
}

describe('why, while it hangs', () => {
  test('names the client that does not answer a permission request', async () => {
    const place = new Place();
    await prompted(place, 'ask:x');
    const { state, waits } = await whyOnce(place, 'permission');
    expect(state).toBe('live');
    expect(waits[0]).toMatchObject({
      works: 'user',
      spans: [{ kind: 'permission' }, { kind: 'tool-call' }, { kind: 'turn' }],
    });
  });

  test('names the agent that never answers its prompt', async () => {
    const place = new Place();
    await prompted(place, 'silent');
    const { waits } = await whyOnce(place, 'prompt');
    expect(waits[0]?.lines).toContainEqual({ certainty: 'fact', text: 'nothing is asked of the client', seq: null });
  });

  test('shows the answer that lacks its newline, and still does after the end', async () => {
    const place = new Place();
    const answer = JSON.stringify({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } });
    const script = `process.stdin.resume(); process.stdin.once('data', () => process.stdout.write(${JSON.stringify(answer)}));`;
    const tap = place.tap([process.execPath, '-e', script]);
    say(tap, request(0, 'initialize', { protocolVersion: 1 }));
    await place.journal();
    const live = await whyOnce(place, 'unfinished-line');
    const looks = /these bytes look like the answer to initialize 0/;
    expect(live.waits[0]?.lines.map(({ text }) => text)).toContainEqual(expect.stringMatching(looks));
    tap.endInput();
    await tap.ended;
    const over = await whyOnce(place, 'unfinished-line');
    expect(over.state).toBe('ended');
    expect(over.waits[0]?.lines.map(({ text }) => text)).toContainEqual(expect.stringMatching(looks));
  });

  test.skipIf(process.platform === 'win32')('names the agent that does not read, until it reads again', async () => {
    const place = new Place();
    const source = `process.on('SIGUSR2', () => process.stdin.resume()); setInterval(() => {}, 1000); console.log('{}');`;
    const tap = place.tap(script(source));
    await tap.says('{}');
    const params = { protocolVersion: 1, _meta: 'x'.repeat(10_000) };
    say(tap, ...Array.from({ length: 60 }, (_, id) => request(id, 'initialize', params)));
    const { waits } = await whyOnce(place, 'not-reading');
    expect(waits[0]?.works).toBe('agent');
    const looks = /^the client sends, and the agent has not read for .*: its stdin is full$/;
    expect(waits[0]?.lines.map(({ text }) => text)).toContainEqual(expect.stringMatching(looks));
    tap.signal('SIGUSR2');
    await whyOnce(place, 'initialize');
    tap.signal('SIGKILL');
    await tap.ended;
    const events = (await place.entries()).filter(({ type }) => type === 'event');
    expect(events.map(({ name, fields }) => [name, fields?.['stream']])).toEqual(
      expect.arrayContaining([
        ['not-reading', 'client'],
        ['reading-again', 'client'],
      ]),
    );
    expect((await place.proof()).verdict).not.toBe('differs');
  });

  test('names the client that does not read', async () => {
    const place = new Place();
    const words = place.tapWords(agent('flood', 1000, 10_000));
    const tap = start(words, { cwd: place.folder, reads: false });
    say(tap, request(0, 'initialize', { protocolVersion: 1 }));
    const { waits } = await whyOnce(place, 'not-reading');
    expect(waits[0]?.works).toBe('client');
  });

  test('goes on with --watch until the recording ends', async () => {
    const place = new Place();
    const tap = await prompted(place, 'silent');
    await whyOnce(place, 'prompt');
    const watch = start([process.execPath, TURNTABLE, 'why', '--watch', '--json', '--db', place.db]);
    await watch.says('"state":"live"');
    tap.endInput();
    const { code, stdout } = await watch.ended;
    expect(code).toBe(0);
    const answers = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => whyJson.parse(JSON.parse(line)));
    expect(answers.at(-1)).toMatchObject({ state: 'ended', waits: [{ kind: 'prompt' }] });
  });
});
