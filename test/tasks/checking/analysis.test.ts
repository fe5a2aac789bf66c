import { join } from 'node:path';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { newConnection } from '../../../src/model/state/new-connection.js';
import { Observer } from '../../../src/model/observer.js';
import { analysisOf, type AnalyseOptions } from '../../../src/tasks/checking/analysis.js';
import { stateAt } from '../../../src/store/query/state-at.js';
import { DERIVED_TABLES } from '../../../src/store/query/kept-analysis.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { observedEntries } from '../../../src/store/query/observed.js';
import { listRecordings, type Recording } from '../../../src/store/query/recordings.js';
import { removeRecording } from '../../../src/store/query/remove.js';
import { utf8 } from '../../support/values/bytes.js';
import { request, result } from '../../support/conversations/conversation.js';
import { fileDatabase, memoryDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';
import { Sqlite } from '../../support/store/sqlite.js';
import type { JsonObject } from '../../../src/wire/json-text.js';

function options(more: Partial<AnalyseOptions> = {}): AnalyseOptions {
  return { protocol: () => PROTOCOL, version: '1', isCut: false, hasRealTimes: true, ...more };
}

/** Options that show whether the frames are read: only then the protocol is needed. */
function counting(more: Partial<AnalyseOptions> = {}): {
  readonly options: AnalyseOptions;
  readonly reads: () => number;
} {
  let reads = 0;
  const protocol = () => {
    reads += 1;
    return PROTOCOL;
  };
  return { options: options({ protocol, ...more }), reads: () => reads };
}

/** An import of a conversation of some turns of some chunks each, with one fault and an end. */
function conversation(db: Database, turns: number, chunks: number): Recording {
  const writer = new ImportWriter(db, { name: 'chat', headers: undefined, nowMs: 1 });
  let atNs = 0;
  const say = (stream: 'client' | 'agent', message: JsonObject): void => {
    const bytes = utf8(JSON.stringify(message));
    writer.add({ type: 'frame', stream, bytes, terminated: true, atNs: (atNs += 1e6) });
  };
  const update = (content: JsonObject): void => {
    say('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: content } });
  };
  const info = { name: 'x', version: '1' };
  say('client', request(0, 'initialize', { protocolVersion: 1, clientInfo: info, clientCapabilities: {} }));
  say('agent', result(0, { protocolVersion: 1, agentInfo: info, agentCapabilities: {} }));
  say('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }));
  say('agent', result(1, { sessionId: 's' }));
  for (let turn = 1; turn <= turns; turn += 1) {
    say('client', request(turn + 1, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'x' }] }));
    if (turn === 1) update({ sessionUpdate: 'tool_call_update', toolCallId: 'never', status: 'completed' });
    for (let i = 0; i < chunks; i += 1) {
      update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${i} ` } });
    }
    say('agent', result(turn + 1, { stopReason: 'end_turn' }));
  }
  writer.add({ type: 'event', name: 'exit', fields: { code: '0' }, atNs: (atNs += 1e6) });
  writer.end();
  const [recording] = listRecordings(db);
  if (recording === undefined) throw new Error('nothing was imported');
  return recording;
}

function rows(db: Database): Record<string, number> {
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  return Object.fromEntries(DERIVED_TABLES.map((table) => [table, count(table)]));
}

describe('analysisOf', () => {
  test.each(['{', 'null', '[1]', '{}', '{"statistics":5}'])('derives again what was damaged: %s', (text) => {
    const db = memoryDatabase();
    const recording = conversation(db, 1, 1);
    const before = analysisOf(db, recording, options());
    db.prepare('UPDATE analysis SET facts = ?').run(text);
    expect(analysisOf(db, recording, options())).toEqual(before);
  });

  test('tells of each turn and violation, also where another process has kept them meanwhile', () => {
    const db = memoryDatabase();
    const recording = conversation(db, 3, 2);
    const told = () => {
      const found: unknown[] = [];
      const take = (each: unknown) => found.push(each);
      analysisOf(db, recording, options({ found: { turn: take, violation: take } }));
      return found.map((each) => JSON.stringify(each)).sort();
    };
    const first = told();
    expect(first.length).toBeGreaterThan(3);
    expect(told()).toEqual(first);
  });

  test('derives turns, violations and statistics, and answers from its tables the second time', () => {
    const db = memoryDatabase();
    const recording = conversation(db, 2, 3);
    const { options: asked, reads } = counting();
    const first = analysisOf(db, recording, asked);
    expect(first.violations.map(({ rule, seq, turn }) => ({ rule, seq, turn }))).toEqual([
      { rule: 'tool-call/update-before-create', seq: 5, turn: 1 },
    ]);
    expect(first.turns.map(({ number, stopReason, updates }) => ({ number, stopReason, updates }))).toEqual([
      { number: 1, stopReason: 'end_turn', updates: 4 },
      { number: 2, stopReason: 'end_turn', updates: 3 },
    ]);
    expect(first).toMatchObject({ frames: 15, protocol: 'ACP v1', notes: [], statistics: { recording: 'chat' } });
    expect(rows(db)).toEqual({ analysis: 1, turn: 2, violation: 1, checkpoint: 0 });
    expect(JSON.stringify(analysisOf(db, recording, asked))).toBe(JSON.stringify(first));
    expect(reads()).toBe(1);
  });

  test('what another version derived is derived anew', () => {
    const db = memoryDatabase();
    const recording = conversation(db, 1, 1);
    analysisOf(db, recording, options());
    const { options: newer, reads } = counting({ version: '2' });
    analysisOf(db, recording, newer);
    analysisOf(db, recording, newer);
    expect(reads()).toBe(1);
    expect(rows(db)).toEqual({ analysis: 1, turn: 1, violation: 1, checkpoint: 0 });
  });

  test('a recording that has more entries than when it was derived is read again', () => {
    const db = memoryDatabase();
    const recording = conversation(db, 1, 1);
    analysisOf(db, recording, options());
    const { options: asked, reads } = counting();
    analysisOf(db, { ...recording, events: recording.events + 1 }, asked);
    expect(reads()).toBe(1);
  });

  test('a database that cannot be written answers all the same', () => {
    const path = join(temporaryFolder(), 't.db');
    const written = fileDatabase(path);
    const recording = conversation(written, 1, 1);
    const readOnly = new Sqlite(path, { readonly: true });
    const { options: asked, reads } = counting();
    const first = analysisOf(readOnly, recording, asked);
    expect(analysisOf(readOnly, recording, asked)).toEqual(first);
    expect(reads()).toBe(2);
    readOnly.close();
    expect(rows(written)).toEqual({ analysis: 0, turn: 0, violation: 0, checkpoint: 0 });
  });

  test('while another process writes, it answers soon, and keeps its own patience for what follows', () => {
    const path = join(temporaryFolder(), 't.db');
    const other = fileDatabase(path);
    const db = fileDatabase(path);
    db.pragma('busy_timeout = 7000');
    const recording = conversation(other, 1, 1);
    other.exec('BEGIN IMMEDIATE');
    expect(analysisOf(db, recording, options()).violations).toHaveLength(1);
    other.exec('ROLLBACK');
    expect(db.pragma('busy_timeout', { simple: true })).toBe(7000);
    expect(rows(db)).toMatchObject({ analysis: 0 });
  });

  test('goes with its recording', () => {
    const db = memoryDatabase();
    const recording = conversation(db, 1, 5200);
    analysisOf(db, recording, options());
    expect(rows(db)).toEqual({ analysis: 1, turn: 1, violation: 1, checkpoint: 1 });
    removeRecording(db, recording);
    expect(rows(db)).toEqual({ analysis: 0, turn: 0, violation: 0, checkpoint: 0 });
  });

  test('tells how far it is', () => {
    const db = memoryDatabase();
    const recording = conversation(db, 1, 10_100);
    const done: number[] = [];
    analysisOf(db, recording, options({ progress: (part) => done.push(part) }));
    expect(done).toEqual([expect.closeTo(0.99, 2)]);
  });
});

describe('stateAt', () => {
  let db: Database;
  let recording: Recording;

  beforeAll(() => {
    db = memoryDatabase();
    recording = conversation(db, 4, 2600);
    analysisOf(db, recording, options());
  });

  test('there are checkpoints to go on from', () => {
    const kept = db.prepare('SELECT seq FROM checkpoint ORDER BY seq').pluck().all();
    expect(kept).toEqual([4999, 9999]);
  });

  test.each([0, 4, 2604, 4998, 4999, 5000, 5001, 9998, 9999, 10_000, 10_409, 99_999])(
    'after entry %d it is what all entries from the beginning come to',
    (seq) => {
      const observer = new Observer([], {}, newConnection());
      for (const entry of observedEntries(db, recording.number)) {
        if ((entry.type === 'frame' ? entry.frame.seq : entry.event.seq) > seq) break;
        if (entry.type === 'frame') observer.frame(entry.frame);
        else observer.event(entry.event);
      }
      expect(stateAt(db, recording, seq, '1')).toEqual(observer.connection);
    },
  );

  test('a checkpoint of another version is not gone on from', () => {
    db.prepare('UPDATE checkpoint SET state = ? WHERE seq = 9999').run(utf8('of another Node'));
    expect(stateAt(db, recording, 10_000, '1')).toEqual(stateAt(db, recording, 10_000, '2'));
  });
});
