import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UNSAFE } from '../../support/checking/checked.js';
import { holdLock } from '../../support/processes/lock.js';
import { request } from '../../support/conversations/conversation.js';
import { commandOf, processesWith } from '../../support/processes/processes.js';
import { run, start } from '../../support/processes/program.js';
import { until } from '../../support/processes/until.js';
import { Sqlite } from '../../support/store/sqlite.js';
import { agent, fixture, ownLines, Place, script, TURNTABLE } from '../../support/turntable/turntable.js';

const FAULT = fixture('rules/stop-reason/error-literal.acp');
const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}';

/** Answers initialize, prints what is no frame, waits for more, exits 7. */
const MISBEHAVING = script(`
  process.stdin.once('data', () => {
    console.log('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}');
    process.stderr.write('half a line');
    console.log('no \\u001b[2J frame');
    process.stdin.resume().once('end', () => process.exit(7));
  });`);

describe('a live recording', () => {
  test('check --follow prints a violation when it happens, and the sum at the end', async () => {
    const place = new Place();
    const tap = place.tap(MISBEHAVING, { options: ['--name', 'bad'] });
    tap.write(`${INITIALIZE}\n`);
    await tap.says('frame');
    const follower = start([process.execPath, TURNTABLE, 'check', 'bad', '--follow', '--db', place.db]);
    await follower.says('): "no \\u001b[2J frame" is not JSON');
    tap.endInput();
    expect(await tap.ended).toMatchObject({ code: 7 });
    const { code, stdout } = await follower.ended;
    expect(code).toBe(1);
    expect(stdout.toString().trimEnd().split('\n').at(-1)).toMatch(/^3 frames: 1 error, /);
  });

  test('check --follow ends where the tap is killed and its journal is gone', async () => {
    const place = new Place();
    const tap = place.tap(MISBEHAVING, { options: ['--name', 'bad'] });
    tap.write(`${INITIALIZE}\n`);
    await tap.says('frame');
    const follower = start([process.execPath, TURNTABLE, 'check', 'bad', '--follow', '--db', place.db]);
    await follower.says('): "no \\u001b[2J frame" is not JSON');
    // the ingest as well: nobody is left who could say how it ended
    for (const pid of processesWith(place.folder)) if (commandOf(pid)[2] === 'ingest') process.kill(pid, 'SIGKILL');
    tap.signal('SIGKILL');
    rmSync(await place.journal());
    await tap.ended;
    const { code, stdout } = await follower.ended;
    expect(code).toBe(1);
    expect(stdout.toString().trimEnd().split('\n').at(-1)).toMatch(/^\d frames: 1 error, /);
    expect((await place.recording()).state).toBe('killed');
  });

  test('record --check tells it in whole lines on stderr; stdout and the exit code are the agent’s', async () => {
    const place = new Place();
    const { code, stdout, stderr } = await place.record(MISBEHAVING, {
      options: ['--check'],
      input: `${INITIALIZE}\n`,
    });
    expect({ code, lines: stdout.toString().split('\n').length }).toEqual({ code: 7, lines: 3 });
    expect(stderr).toMatch(/^half a line\n/);
    expect(stderr).not.toMatch(UNSAFE);
    expect(ownLines(stderr)).toEqual([
      expect.stringMatching(/^turntable: check: error transport\/non-json-line \(agent, frame \d\): /),
      expect.stringMatching(/^turntable: check: warning eos\/abnormal-exit /),
      expect.stringMatching(/^turntable: check: 3 frames: 1 error, 1 warning, /),
    ]);
  });

  test('record --check and check --follow say when nothing has moved for long, and when it goes on', async () => {
    const place = new Place();
    const tap = place.tap(agent('told-agent'), { options: ['--check', '--stall', '300ms'] });
    const opening = [
      request(0, 'initialize', { protocolVersion: 1 }),
      request(1, 'session/new', { cwd: '/', mcpServers: [] }),
    ];
    for (const message of opening) tap.write(`${JSON.stringify(message)}\n`);
    const sessionId = await until('the session', () => /"sessionId":"([^"]+)"/.exec(tap.stdout.toString())?.[1]);
    const words = [{ type: 'text', text: 'ask:x' }];
    tap.write(`${JSON.stringify(request(2, 'session/prompt', { sessionId, prompt: words }))}\n`);
    await tap.warns('turntable: check: waiting ');
    const follow = start([process.execPath, TURNTABLE, 'check', '--follow', '--stall', '300ms', '--db', place.db]);
    await follow.says('waiting ');
    const yes = { outcome: { outcome: 'selected', optionId: 'x-yes' } };
    tap.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, result: yes })}\n`);
    await tap.warns('turntable: check: goes on after ');
    await follow.says('goes on after ');
    tap.endInput();
    const what = 'client owes session/request_permission 0: a person has to decide, or the dialog was lost';
    expect((await tap.ended).stderr).toContain(what);
    expect((await follow.ended).stdout.toString()).toContain(what);
  });

  test('record --check takes the configuration of the folder it was started in, and none of the journals', async () => {
    const place = new Place();
    const named = (folder: string, check: object): void => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'turntable.config.json'), JSON.stringify({ check }));
    };
    named(place.folder, { ignore: ['eos'] });
    named(place.journalFolder, { ignore: ['all'] });
    const { stderr } = await place.record(MISBEHAVING, { options: ['--check'], input: `${INITIALIZE}\n` });
    expect(ownLines(stderr)).toEqual([
      expect.stringMatching(/^turntable: check: error transport\/non-json-line /),
      expect.stringContaining(join(place.folder, 'turntable.config.json')),
      expect.stringMatching(/^turntable: check: 3 frames: 1 error, 0 warnings, /),
    ]);
  });

  test('record --check tells it also where another command brings the recording in', async () => {
    const place = new Place();
    const tap = place.tap(MISBEHAVING, { options: ['--check', '--name', 'bad'] });
    tap.write(`${INITIALIZE}\n`);
    await tap.says('frame');
    const follower = start([process.execPath, TURNTABLE, 'tail', 'bad', '--db', place.db]);
    await follower.says('frame');
    tap.endInput();
    const { code, stderr } = await tap.ended;
    expect(code).toBe(7);
    expect(stderr).not.toContain('waits in its journal');
    await follower.ended;
  });

  test('record --check tells it also where another command has brought all of it in before the ingest begins', async () => {
    const place = new Place();
    const tap = place.tap(MISBEHAVING);
    const journal = await place.journal();
    tap.endInput(`${INITIALIZE}\n`);
    await tap.ended;
    await place.quiet();
    expect(place.journals()).toEqual([]);
    const { code, stderr } = await run([process.execPath, TURNTABLE, 'ingest', journal, `--check-in=${place.folder}`]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^check: error transport\/non-json-line .*\n(.*\n)*check: 3 frames: 1 error, /);
  });
});

describe('what was derived of a recording', () => {
  function rows(place: Place, table: string): number {
    const db = new Sqlite(place.db, { readonly: true });
    const count = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
    db.close();
    return count;
  }

  async function withFault(): Promise<Place> {
    const place = new Place();
    await place.output('import', FAULT, '--name', 'fault');
    return place;
  }

  test('goes with it', async () => {
    const place = await withFault();
    expect((await place.turntable('check', 'fault')).code).toBe(1);
    expect(rows(place, 'violation')).toBeGreaterThan(0);
    await place.output('rm', 'fault');
    expect(['analysis', 'turn', 'violation', 'checkpoint'].map((table) => rows(place, table))).toEqual([0, 0, 0, 0]);
  });

  test('is told while another process writes', async () => {
    const place = await withFault();
    const holder = await holdLock(place.db);
    const { code, stderr } = await place.turntable('check', 'fault');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(rows(place, 'analysis')).toBe(0);
    holder.endInput();
    await holder.ended;
  });

  test.skipIf(process.getuid?.() === 0)('is told of a database that cannot be written', async () => {
    const place = await withFault();
    chmodSync(place.db, 0o400);
    expect((await place.turntable('check', 'fault')).code).toBe(1);
  });
});
