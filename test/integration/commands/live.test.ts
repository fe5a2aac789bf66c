import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordingJson } from '../../../src/report/json-output.js';
import { statsJson } from '../../../src/report/statistics/statistics-json-schema.js';
import { whyJson } from '../../../src/report/waits/why-json-schema.js';
import { request, result } from '../../support/conversations/conversation.js';
import { HEADER, journalBytes, type TestRecord } from '../../support/store/journals.js';
import { PlaceHere } from '../../support/turntable/place-here.js';
import type { JsonValue } from '../../../src/wire/json-text.js';

const sessionId = 'sess-1';

/** A line of a side, `atMs` after the start. */
function said(sender: 'client' | 'agent', atMs: number, message: JsonValue): TestRecord {
  return [sender, atMs * 1e6, `${JSON.stringify(message)}\n`];
}

const PROMPT: readonly TestRecord[] = [
  ['event', 0, { name: 'spawn', fields: {} }],
  said('client', 10, request(0, 'initialize', { protocolVersion: 1 })),
  said('agent', 20, result(0, { protocolVersion: 1 })),
  said('client', 30, request(1, 'session/new', { cwd: '/', mcpServers: [] })),
  said('agent', 40, result(1, { sessionId })),
  said('client', 100, request(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Run the tests.' }] })),
];
const PERMISSION = said(
  'agent',
  200,
  request(9, 'session/request_permission', {
    sessionId,
    toolCall: { toolCallId: 'a', title: 'npm test' },
    options: [],
  }),
);

/** A place with a recording that this process, which lives, seems to record. */
function livePlace(records: readonly TestRecord[]): PlaceHere {
  const place = new PlaceHere();
  mkdirSync(place.journalFolder, { mode: 0o700 });
  writeFileSync(join(place.journalFolder, HEADER.id), journalBytes(records), { mode: 0o600 });
  return place;
}

/** What a command prints so long after the start of the recording. */
async function output(place: PlaceHere, atMs: number, ...words: readonly string[]): Promise<string> {
  const now = (): number => HEADER.wallUs / 1000 + atMs;
  const { code, stdout, stderr } = await place.run([...words, '--db', place.db], { now });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.toString();
}

describe('while a permission request is unanswered', () => {
  const place = (): PlaceHere => livePlace([...PROMPT, PERMISSION]);

  test('list counts until now, and says how long it has waited', async () => {
    const live = place();
    expect(await output(live, 6_400, 'list')).toMatch(/ 6\.4 s .* live, waiting for user 6\.2 s /);
    const [recording] = recordingJson.array().parse(JSON.parse(await output(live, 7_000, 'list', '--json')));
    expect(recording).toMatchObject({ state: 'live', durationMs: 7_000, waitingMs: 6_800 });
  });

  test('show has it in its title', async () => {
    const [title] = (await output(place(), 6_400, 'show', '1')).split('\n');
    expect(title).toMatch(/ 6\.4 s .* live, waiting for user 6\.2 s$/);
  });

  test('stats counts the open request, the turn and its silence until now', async () => {
    const [statistics] = statsJson.array().parse(JSON.parse(await output(place(), 15_200, 'stats', '1', '--json')));
    expect(statistics?.durationMs).toBe(15_200);
    expect(statistics?.live?.waitingMs).toBe(15_000);
    expect(statistics?.methods).toContainEqual(
      expect.objectContaining({ method: 'session/request_permission', count: 0, open: 1, longestOpenMs: 15_000 }),
    );
    expect(statistics?.turns).toMatchObject([
      { answered: false, goesOn: true, totalMs: 15_100, permissionMs: 15_000, longestSilenceMs: 15_000 },
    ]);
    expect(statistics?.stalls).toMatchObject([{ silentMs: 15_000 }]);
    expect(await output(place(), 15_200, 'stats', '1')).toContain('live, waiting for user 15.0 s');
  });

  test('show --turns and check say that it goes on, and what it waits for', async () => {
    const headline = 'client owes session/request_permission 9 for 6.2 s';
    const turns = await output(place(), 6_400, 'show', '1', '--turns');
    expect(turns).toContain('in progress');
    expect(turns).not.toContain('the recording ends here');
    expect(turns).toContain(headline);
    const check = await output(place(), 6_400, 'check', '1');
    expect(check).toContain('note: live, waiting for user 6.2 s');
    expect(check).toContain(headline);
  });

  test('why says the same', async () => {
    const why = whyJson.parse(JSON.parse(await output(place(), 6_400, 'why', '--json')));
    expect(why).toMatchObject({ state: 'live', atMs: 6_400, waitingMs: 6_200, waits: [{ kind: 'permission' }] });
  });

  test('no figure goes back where the clock was set back', async () => {
    expect(await output(livePlace([...PROMPT, PERMISSION]), -60_000, 'list')).toMatch(
      / 200 ms .* live, waiting for user 0\.0 ms /,
    );
  });
});

describe('a recording whose client has left', () => {
  test('is not judged as if it had ended while the agent still runs', async () => {
    const place = livePlace([...PROMPT, ['event', 300e6, { name: 'client-eof', fields: {} }]]);
    expect(await output(place, 60_000, 'check', '1', '--show', 'info')).not.toContain('eos/');
  });
});

describe('a line that no newline has ended', () => {
  const answer = JSON.stringify(result(2, { stopReason: 'end_turn' }));
  const unfinished: TestRecord = ['agent', 101e6, answer];

  test('is shown while it is unfinished, as what it is', async () => {
    const place = livePlace([...PROMPT, unfinished]);
    const lines = (await output(place, 5_000, 'show', '1')).trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/agent +unfinished .*\(no newline yet\) end_turn$/);
    expect(await output(place, 5_000, 'show', '1', '--from', 'client')).not.toContain('unfinished');
    expect(await output(place, 5_000, 'check', '1')).toContain('the message is there, its newline is not');
    expect(await output(place, 5_000, 'stats', '1')).toContain('the message is there, its newline is not');
    expect(await output(place, 5_000, 'why', '1')).toContain('these bytes look like the answer to session/prompt 2');
  });

  test('answers nothing before its stream has ended', async () => {
    const end: readonly TestRecord[] = [
      ['event', 4_000e6, { name: 'client-eof', fields: {} }],
      ['event', 4_100e6, { name: 'agent-eof', fields: {} }],
      ['event', 4_100e6, { name: 'exit', fields: { code: '0' } }],
      ['end', 4_100e6, ''],
    ];
    const place = livePlace([...PROMPT, unfinished, ...end]);
    const [statistics] = statsJson.array().parse(JSON.parse(await output(place, 9_000, 'stats', '1', '--json')));
    expect(statistics?.turns).toMatchObject([{ answered: true, totalMs: 4_000 }]);
    const rows = JSON.parse(await output(place, 9_000, 'show', '1', '--json')) as Record<string, unknown>[];
    expect(rows.find(({ terminated }) => terminated === false)).toMatchObject({ kind: 'response', latencyMs: null });
    const fixture = await output(place, 9_000, 'export', '1', '--no-redact');
    const path = join(place.folder, 'hang.acp');
    writeFileSync(path, fixture);
    const [again] = statsJson.array().parse(JSON.parse(await output(place, 9_000, 'stats', path, '--json')));
    expect(again?.turns).toMatchObject([{ answered: true, totalMs: 4_000 }]);
    expect(await output(place, 9_000, 'why', path)).toContain('these bytes look like the answer to session/prompt 2');
    expect(await output(place, 9_000, 'why', '1')).toContain('these bytes look like the answer to session/prompt 2');
  });
});
