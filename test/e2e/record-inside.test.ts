import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { StatsJson } from '../../src/report/json-output.js';
import type { Program } from '../support/processes/program.js';
import { until, untilTrue } from '../support/processes/until.js';
import { childrenOf, listens } from '../support/processes/processes.js';
import { agent, Place, script } from '../support/turntable/turntable.js';

const OPTIONS = ['--inside', '--otel-env', 'OTEL_EXPORTER_OTLP_ENDPOINT={url}'];

function line(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
}

async function said(tap: Program, text: string): Promise<void> {
  await untilTrue(text, () => tap.stdout.includes(text));
}

/** One turn with the agent that exports; the session's name is known, and so are the ids of its requests. */
async function recordTurn(
  place: Place,
  options: readonly string[] = OPTIONS,
): Promise<{ code: number | null; stderr: string }> {
  const tap = place.tap(agent('exporting-agent'), { options });
  tap.write(line({ id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } }));
  tap.write(line({ id: 2, method: 'session/new', params: { cwd: '/', mcpServers: [] } }));
  const prompt = [{ type: 'text', text: 'Look.' }];
  tap.write(line({ id: 3, method: 'session/prompt', params: { sessionId: 'session-1', prompt } }));
  await said(tap, '"session/request_permission"');
  tap.write(line({ id: 'ask-4', result: { outcome: { outcome: 'selected', optionId: 'yes' } } }));
  await said(tap, '"stopReason"');
  tap.endInput();
  return tap.ended;
}

async function statistics(place: Place): Promise<StatsJson> {
  const [all] = JSON.parse((await place.output('stats', '--json')).toString()) as StatsJson[];
  if (all === undefined) throw new Error('no statistics');
  return all;
}

describe('record --inside', () => {
  test('records what the agent tells of itself, after its last answer too, and shows it on the turn', async () => {
    const place = new Place();
    expect(await recordTurn(place)).toMatchObject({ code: 0, stderr: '' });
    const inside = await until('the last span', async () => {
      const said = (await statistics(place)).inside;
      return said?.turns[0]?.spans.length === 4 ? said : undefined;
    });
    expect(inside).toMatchObject({ elsewhere: 0, lost: 0 });
    const [turn] = inside.turns;
    expect(turn?.spans.map(({ kind, name, afterTurn }) => ({ kind, name, afterTurn }))).toEqual([
      { kind: 'model', name: 'small-1', afterTurn: false },
      { kind: 'user', name: '', afterTurn: false },
      { kind: 'tool', name: 'look', afterTurn: false },
      { kind: 'model', name: 'small-1', afterTurn: true },
    ]);
    const { totalMs = 0 } = (await statistics(place)).turns[0] ?? {};
    const { modelMs = 0, toolMs = 0, youMs = 0, agentMs = 0 } = turn ?? {};
    expect(modelMs + toolMs + youMs + agentMs).toBeCloseTo(totalMs, 3);
    const shown = (await place.output('show', '--turns')).toString();
    expect(shown).toMatch(/inside +model small-1 [\d.]+ ms \(first token 5\.0 ms\) · waiting for you .* · look/);
    expect(shown).toMatch(/after the answer: model small-1 [\d.]+ ms for suggestion/);
    expect((await place.output('stats')).toString()).toContain('as the agent reports it');
    expect((await place.output('why')).toString()).toContain('as it reports: model small-1');
  });

  test('keeps it in the database, without what was said, and removes it with the recording', async () => {
    const place = new Place();
    await recordTurn(place);
    const [file = ''] = await until('the file of the account', () => {
      const files = place.journals().filter((name) => name.endsWith('.inside'));
      return files.length > 0 || existsSync(place.db) ? files : undefined;
    });
    if (existsSync(file)) expect(statSync(file).mode & 0o777).toBe(0o600);
    await until('the account in the database', async () => {
      await place.output('list');
      return place.journals().length === 0 ? true : undefined;
    });
    expect((await statistics(place)).inside?.turns).toHaveLength(1);
    expect((await place.proof()).verdict).toBe('proved');
    expect(readFileSync(place.db).includes('SECRET')).toBe(false);
    await place.output('rm', '1');
    expect((await place.turntable('stats', '--json')).code).not.toBe(0);
  });

  test('is not there without the flag, and nothing listens', async () => {
    const place = new Place();
    const tap = place.tap(
      script(`process.stdin.resume(); process.stdin.on('end', () => process.exit(0)); console.log('ready');`),
    );
    await said(tap, 'ready');
    expect([tap.pid, ...childrenOf(tap.pid)].filter(listens)).toEqual([]);
    tap.endInput();
    await tap.ended;
    expect((await statistics(place)).inside).toBeNull();
  });

  test('leaves an agent alone that is told to export elsewhere, and says so', async () => {
    const place = new Place();
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const ended = await place.record(script('process.stdout.write(process.env.OTEL_EXPORTER_OTLP_ENDPOINT)'), {
      options: OPTIONS,
      env,
    });
    expect(ended.stdout.toString()).toBe('http://127.0.0.1:9');
    expect(ended.stderr).toContain('--otel-env OTEL_EXPORTER_OTLP_ENDPOINT: it is set already');
  });

  test('ends as the agent does, and not a second later; the receiver follows', async () => {
    const place = new Place();
    const shown = script('process.stdout.write(`${process.env.AT}\\n`); process.exit(3)');
    const { code, stdout } = await place.record(shown, { options: ['--inside', '--otel-env', 'AT={url}'] });
    expect(code).toBe(3);
    const address = new URL(stdout.toString().trim());
    await until('the port to be closed', async () => {
      const answer = await fetch(`${address.origin}/`).catch(() => undefined);
      return answer === undefined ? true : undefined;
    });
  });

  test('a receiver that is killed costs nothing but the rest of the account', async () => {
    const place = new Place();
    const tap = place.tap(agent('exporting-agent'), { options: OPTIONS });
    const file = await until('the file of the account', () =>
      place.journals().find((name) => name.endsWith('.inside')),
    );
    const [receiver] = childrenOf(tap.pid).filter(listens);
    expect(file).toMatch(/\.inside$/);
    if (receiver === undefined) throw new Error('no receiver');
    process.kill(receiver, 'SIGKILL');
    tap.write(line({ id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } }));
    await said(tap, '"protocolVersion"');
    tap.endInput();
    expect((await tap.ended).code).toBe(0);
    expect((await place.recording()).state).toBe('ended');
  });
});
