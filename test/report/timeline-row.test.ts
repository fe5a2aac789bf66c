import { describe, expect, test } from 'vitest';
import { envelopeOf } from '../../src/acp/methods/envelope.js';
import { latencyOf, timelineRow, type TimelineRow } from '../../src/report/timeline-row.js';
import type { Frame, OtherHalf, RecordedEvent, Stream } from '../../src/wire/frame.js';
import { readMessage } from '../../src/wire/message.js';
import { fromLatin1, utf8, wireBytes } from '../support/values/bytes.js';
import { fc } from '../support/values/property.js';
import { anyText } from '../support/values/text.js';

function frame(stream: Stream, bytes: Uint8Array, more: Partial<Frame> = {}): Frame {
  return {
    type: 'frame',
    seq: 7,
    stream,
    terminated: true,
    firstNs: 1e9,
    lastNs: 1.5e9,
    sizeBytes: bytes.length,
    head: bytes,
    envelope: stream === 'stderr' ? undefined : envelopeOf(readMessage(bytes)),
    ...more,
  };
}

function event(name: RecordedEvent['name'], fields: RecordedEvent['fields'], atNs?: number): RecordedEvent {
  return { type: 'event', seq: 0, name, fields, atNs };
}

/** What stands in the columns that are not empty. */
function columns(row: TimelineRow): object {
  return Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ''));
}

const REQUEST: OtherHalf = { seq: 3, lastNs: 1.38e9, method: 'session/prompt' };

describe('timelineRow', () => {
  test('of a request', () => {
    const line = '{"id":1.0,"method":"session/prompt","params":{"sessionId":"0123456789ab","prompt":[]}}';
    expect(columns(timelineRow(frame('client', utf8(line)), undefined))).toEqual({
      seq: '7',
      time: '1.500',
      sender: 'client',
      kind: 'request',
      method: 'session/prompt',
      id: '1.0',
      session: '~56789ab',
      size: `${line.length} B`,
    });
  });

  test('of a response: the method and the latency of its request', () => {
    const row = timelineRow(frame('agent', utf8('{"id":1,"result":{"stopReason":"end_turn"}}')), REQUEST);
    expect(row).toMatchObject({ kind: 'response', method: 'session/prompt', latency: '120 ms', summary: 'end_turn' });
  });

  test('of a response to nothing, and of a request with its response', () => {
    expect(timelineRow(frame('agent', utf8('{"id":1,"result":{}}')), undefined)).toMatchObject({
      method: '',
      latency: '',
    });
    expect(timelineRow(frame('client', utf8('{"id":1,"method":"m"}')), REQUEST)).toMatchObject({
      method: 'm',
      latency: '',
    });
  });

  test('of a line of stderr', () => {
    expect(columns(timelineRow(frame('stderr', utf8('\x1b[31mwarning {"id":1}')), undefined))).toEqual({
      seq: '7',
      time: '1.500',
      sender: 'stderr',
      size: '21 B',
      summary: '\\u001b[31mwarning {"id":1}',
    });
  });

  test('of events, with their fields', () => {
    expect(columns(timelineRow(event('exit', { code: '3', note: 'a\nb' }, 2.0005e9), undefined))).toEqual({
      seq: '0',
      time: expect.stringMatching(/^2\.00[01]$/) as string,
      kind: 'exit',
      summary: 'code=3 note=a\\u000ab',
    });
    expect(columns(timelineRow(event('agent-eof', {}), undefined))).toEqual({ seq: '0', kind: 'agent-eof' });
  });

  test('of a frame without a time or a newline', () => {
    const row = timelineRow(frame('client', utf8('{"method":"m"}'), { lastNs: undefined, terminated: false }), REQUEST);
    expect(row).toMatchObject({ time: '', summary: '(no newline) ' });
  });

  test('of what is malformed: why, and how it begins', () => {
    expect(timelineRow(frame('agent', fromLatin1('ab\xff\0c')), undefined).summary).toBe(
      'invalid-utf8: ab\ufffd\\u0000c',
    );
    expect(timelineRow(frame('agent', utf8('hello')), undefined)).toMatchObject({
      kind: 'malformed',
      summary: 'not-json: hello',
    });
  });

  test('of a large frame: its kind from the store, and how it begins', () => {
    const head = utf8(`{"method":"m","params":"${'x'.repeat(4000)}`);
    const envelope = { kind: 'notification', method: 'm', id: undefined, sessionId: undefined } as const;
    const row = timelineRow(frame('agent', head, { sizeBytes: 20e6, envelope }), undefined);
    expect(row).toMatchObject({ kind: 'notification', method: 'm', size: '20 MB' });
    expect(row.summary).toMatch(/^\{"method":"m","params":"x+\.\.\.$/);
    expect(row.summary).toHaveLength(203);
  });

  test('is safe to show, whatever the frame holds', () => {
    fc.assert(
      fc.property(
        wireBytes(),
        fc.constantFrom<Stream>('client', 'agent', 'stderr'),
        anyText(),
        (bytes, stream, text) => {
          const envelope = { kind: 'response', method: text, id: text, sessionId: text } as const;
          for (const row of [
            timelineRow(frame(stream, bytes), { seq: 0, lastNs: 0, method: text }),
            timelineRow(frame(stream, bytes, { envelope }), undefined),
            timelineRow(event('signal', { name: text, [text]: '' }), undefined),
          ]) {
            expect(Object.values(row).join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/u);
          }
        },
      ),
    );
  });
});

test('a latency is known only where both times are', () => {
  const asked = { seq: 0, lastNs: 3, method: 'm' };
  expect(latencyOf({ lastNs: 5, terminated: true }, asked)).toBe(2);
  expect(latencyOf({ lastNs: undefined, terminated: true }, asked)).toBeUndefined();
  expect(latencyOf({ lastNs: 5, terminated: true }, { ...asked, lastNs: undefined })).toBeUndefined();
  expect(latencyOf({ lastNs: 5, terminated: true }, undefined)).toBeUndefined();
});

test('a response without a newline has no latency: it was complete when its stream ended', () => {
  expect(latencyOf({ lastNs: 5, terminated: false }, { seq: 0, lastNs: 3, method: 'm' })).toBeUndefined();
});
