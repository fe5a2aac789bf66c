import { describe, expect, test } from 'vitest';
import { searchJson } from '../../../src/report/json-output.js';
import { statsJson } from '../../../src/report/statistics/statistics-json-schema.js';
import { importDemo, turntable, write } from '../../support/turntable/commands.js';
import { PlaceHere } from '../../support/turntable/place-here.js';

describe('rules', () => {
  test('lists, filters and explains', async () => {
    const place = new PlaceHere();
    const said = async (...words: string[]) => (await turntable(place, ['rules', ...words])).stdout.toString();
    expect(await said()).toMatch(/^stop-reason\/error-literal +error/m);
    expect(await said('stop-reason')).not.toContain('tool-call/');
    const infos = JSON.parse(await said('--severity', 'info', '--json')) as { severity: string }[];
    expect(new Set(infos.map(({ severity }) => severity))).toEqual(new Set(['info']));
    const page = await said('stop-reason/error-literal');
    for (const word of ['severity  error', 'https://agentclientprotocol.com/', '#acp-fixture 1']) {
      expect(page).toContain(word);
    }
  });
});

describe('show --turns, stats and search', () => {
  test('a transcript has each turn with its prompt, calls, permission, stop reason and violations', async () => {
    const place = new PlaceHere();
    await importDemo(place);
    const text = (await place.output('show', 'demo', '--turns')).toString();
    for (const part of [
      /── session demo-\S+ · turn 1 · .*3 tool calls .* ──/,
      /user {6}Make the greeting friendlier\./,
      /tool {6}Edit greet\.js \(edit\) +pending → in_progress → completed in /,
      /asks {6}Edit greet\.js \[.*\] → Allow this once after .* \(allow_once\)/,
      /warning {3}tool-call\/update-before-create \(agent's fault, frame \d+\)/,
      /cancel {4}session\/cancel, confirmed after /,
      /stop {6}cancelled/,
      /^demo: \d+ frames, ACP v1\n {2}0 errors, 1 warning, /m,
    ]) {
      expect(text).toMatch(part);
    }
    const one = (await place.output('show', 'demo', '--turn', '2', '--format', 'markdown')).toString();
    expect(one.match(/^## .*/gm)).toEqual([expect.stringContaining('turn 2')]);
    const none = await place.turntable('show', 'demo', '--turn', '9');
    expect(none).toMatchObject({ code: 1, stderr: 'turntable: demo has no turn 9\n' });

    const [stats] = statsJson.array().parse(JSON.parse((await place.output('stats', 'demo', '--json')).toString()));
    expect(stats).toMatchObject({ recording: 'demo', hasTimes: true, sessions: 1 });
    expect(stats?.turns.map(({ stopReason }) => stopReason)).toEqual(['end_turn', 'end_turn', 'cancelled']);
    expect((await place.output('stats', 'demo')).toString()).toMatch(/^session\/prompt +client +3 +0 /m);

    const traffic = (await place.output('stats', 'demo', '--traffic')).toString();
    for (const row of [
      /^from +frames +bytes +content +new +times +largest/m,
      /^agent_message_chunk +agent +\d+ /m,
      /^session\/prompt +client +3 /m,
      /^tool call Edit greet\.js +demo-\S+ +\d+ +[\d.]+ k?B .* \d+\.\.\d+$/m,
      /^ *0\.0 ms +[\d.]+ k?B +[\d.]+ k?B {2}#*$/m,
    ]) {
      expect(traffic).toMatch(row);
    }

    const hits = (await place.output('search', 'npm test', '--json')).toString().trimEnd().split('\n');
    expect(hits.map((hit) => searchJson.parse(JSON.parse(hit))).map(({ match, sender }) => [match, sender])).toEqual([
      ['npm test', 'agent'],
      ['npm test', 'agent'],
    ]);
    expect((await place.output('search', '/NPM\\s+te/i', '--in', 'demo', '--limit', '1')).toString()).toMatch(
      /^#1 \d+ agent .*Run npm test/,
    );
    expect(await place.turntable('search', 'npm test', '--from', 'client')).toMatchObject({ code: 1 });
  });

  test('of a file without times no times are told', async () => {
    const place = new PlaceHere();
    const prompt = '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}';
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}';
    const file = write(place, 'untimed.acp', `#acp-fixture 1\n# cut: 9\nclient ${prompt}\nagent ${answer}\n`);
    const [stats] = JSON.parse((await turntable(place, ['stats', file, '--json'])).stdout.toString()) as unknown[];
    expect(stats).toMatchObject({ hasTimes: false });
    expect((await turntable(place, ['stats', file])).stdout.toString()).not.toMatch(/\d m?s\b/);
    expect((await turntable(place, ['show', file, '--turns'])).stdout.toString()).not.toMatch(/\d m?s\b/);
  });
});
