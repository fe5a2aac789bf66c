import { describe, expect, test } from 'vitest';
import { ChangesPane } from '../../../src/screen/changes/changes-pane.js';
import { FileTexts } from '../../../src/screen/changes/file-texts.js';
import type { Conversation, Search } from '../../../src/screen/frame/conversation.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { request, result } from '../../support/conversations/conversation.js';
import { line, type Observed } from '../../support/conversations/observing.js';
import { painted } from '../../support/screen/painted.js';
import { asView } from '../../support/screen/panes.js';
import { screenConversation } from '../../support/screen/screen-conversation.js';

const PATH = '/w/a.go';
const NEW = 'one\ntwo, changed\n';
const WANTED = new Map([[PATH, NEW]]);

function read(id: number, more: JsonObject = {}): Observed {
  return line('agent', request(id, 'fs/read_text_file', { sessionId: 's', path: PATH, ...more }), id);
}

function write(id: number, content: string, path = PATH): Observed {
  return line('agent', request(id, 'fs/write_text_file', { sessionId: 's', path, content }), id);
}

function answer(id: number, content: string): Observed {
  return line('client', result(id, { content }), id);
}

/** Finds requests of the client's files, one of them each step. */
function conversationOf(entries: readonly Observed[]): Conversation {
  const conversation = screenConversation(entries);
  const hits = entries.flatMap((entry, seq) =>
    entry.type === 'frame' && new TextDecoder().decode(entry.bytes).includes('"method":"fs/') ? [seq] : [],
  );
  let steps = 0;
  const search: Search = {
    step: () => (steps += 1) >= hits.length,
    next: (seq) => (steps < hits.length ? 'unknown' : (hits.findLast((hit) => hit < seq) ?? hits.at(-1))),
    placeOf: () => ({ number: undefined, count: 0, isCounted: true }),
  };
  return { ...conversation, search: () => search };
}

function found(entries: readonly Observed[]): unknown {
  const texts = new FileTexts(conversationOf(entries), entries.length, WANTED);
  while (texts.step());
  return texts.found.get(PATH);
}

describe('what a file held before', () => {
  test('is what the client last answered when all of it was read', () => {
    const entries = [
      read(1),
      answer(1, 'first'),
      read(2),
      answer(2, 'second'),
      read(3, { line: 4 }),
      answer(3, 'part'),
    ];
    expect(found(entries)).toEqual({ seq: 3, text: 'second' });
    expect(found([read(1, { line: null, limit: null }), answer(1, 'all')])).toEqual({ seq: 1, text: 'all' });
  });

  test('is what was written later, but not what the change itself writes', () => {
    expect(found([read(1), answer(1, 'read'), write(2, 'written')])).toEqual({ seq: 2, text: 'written' });
    expect(found([read(1), answer(1, 'read'), write(2, NEW)])).toEqual({ seq: 1, text: 'read' });
  });

  test('is not known from other files, from errors, or from what is not answered yet', () => {
    const failed = line('client', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } }, 1);
    expect(found([write(1, 'other', '/w/b.go')])).toBeUndefined();
    expect(found([read(1), failed])).toBeUndefined();
    expect(found([read(1)])).toBeUndefined();
    expect(found([])).toBeUndefined();
  });
});

describe('b', () => {
  function shown(pane: ChangesPane): string {
    while (pane.work());
    return `${painted(asView(pane), 80, 12).toString()}\n${pane
      .status()
      .map(({ text }) => text)
      .join('')}`;
  }

  function paneOf(entries: readonly Observed[]): ChangesPane {
    const change = { type: 'texts', path: PATH, oldText: 'one\ntwo\n', newText: NEW } as const;
    const conversation = conversationOf(entries);
    return new ChangesPane([change], (wanted) => new FileTexts(conversation, entries.length, wanted));
  }

  test('compares with what was read, where that is not what the agent says; and back', () => {
    const pane = paneOf([read(1), answer(1, 'one\nstale\n')]);
    expect(shown(pane)).toMatch(/- two\n/);
    pane.act({ name: 'base' });
    const based = shown(pane);
    expect(based).toMatch(/- stale\n/);
    expect(based).toContain('[base: as read or written in #1]');
    pane.act({ name: 'base' });
    expect(shown(pane)).toMatch(/- two\n/);
  });

  test('says where nothing was read', () => {
    const pane = paneOf([]);
    pane.act({ name: 'base' });
    expect(shown(pane)).toContain('[base: oldText; not read or written before]');
  });

  test('says that a patch has no other base', () => {
    const pane = new ChangesPane([{ type: 'patch', path: PATH, patch: '' }], () => {
      throw new Error('not looked for');
    });
    expect(pane.act({ name: 'base' })).toEqual([{ type: 'say', text: 'a patch has only one base', isError: true }]);
  });
});
