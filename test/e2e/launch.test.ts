import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { whyJson } from '../../src/report/waits/why-json-schema.js';
import { request } from '../support/conversations/conversation.js';
import { until } from '../support/processes/until.js';
import { Place } from '../support/turntable/turntable.js';

/** Makes an agent of a script: behind a link, as npm puts it on the PATH. */
function linkedAgent(place: Place, text: string): { readonly agent: string; readonly script: string } {
  const script = join(place.folder, 'agent.js');
  writeFileSync(script, `#!/usr/bin/env node\n${text}`);
  chmodSync(script, 0o755);
  mkdirSync(join(place.folder, 'bin'));
  const agent = join(place.folder, 'bin', 'agent');
  symlinkSync('../agent.js', agent);
  return { agent, script };
}

describe('what was started', () => {
  test('is in the recording of an agent that ended at once, and covered by its proof', async () => {
    const place = new Place();
    const { agent, script } = linkedAgent(place, 'process.exit(3);');
    const env = { ...process.env, HTTPS_PROXY: 'http://user:secret@proxy', MY_SECRET: 'secret' };
    expect((await place.record([agent], { env })).code).toBe(3);
    const { launch } = await place.recording();
    expect(launch).toMatchObject({ program: agent, file: script, script, cwd: 'exists' });
    expect(launch?.interpreter).toMatch(/\/node$/);
    expect(launch?.env).toContain('HTTPS_PROXY');
    expect(launch?.env).not.toContain('MY_SECRET');
    expect((await place.output('show', '--json')).toString()).not.toContain('secret');
    expect((await place.entries()).map(({ name }) => name)).toContain('launch');
    expect((await place.proof()).verdict).toBe('proved');
  });

  test('is what why says of an agent that never writes, while it hangs', async () => {
    const place = new Place();
    const { agent, script } = linkedAgent(place, 'process.stdin.resume();');
    const tap = place.tap([agent]);
    tap.write(`${JSON.stringify(request(0, 'initialize', { protocolVersion: 1 }))}\n`);
    await place.journal();
    const answer = await until('the launch', async () => {
      const said = whyJson.parse(JSON.parse((await place.output('why', '--json')).toString()));
      return said.started === null ? undefined : said;
    });
    expect(answer.started).toContain(`${agent} (a link to ${script}), run by `);
    const started = { certainty: 'fact', text: `started: ${answer.started ?? ''}`, seq: null };
    expect(answer.waits[0]).toMatchObject({ kind: 'initialize' });
    expect(answer.waits[0]?.lines).toContainEqual(started);
    tap.endInput();
    await tap.ended;
  });

  test('names no home in an export, and is left out where the next recording would differ', async () => {
    const place = new Place();
    const { agent } = linkedAgent(place, '');
    await place.record([agent], { env: { ...process.env, PATH: `/home/jane.doe/bin:${process.env['PATH'] ?? ''}` } });
    const exported = (await place.output('export')).toString();
    expect(exported).toContain('launch program=');
    expect(exported).toContain('/home/user/bin');
    expect(exported).not.toContain('jane');
    expect((await place.output('export', '--normalise')).toString()).not.toContain('launch');
  });
});
