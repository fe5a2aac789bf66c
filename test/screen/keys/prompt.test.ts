import { expect, test } from 'vitest';
import { Canvas } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import { completionAt } from '../../../src/filter/complete-filter.js';
import { Prompt } from '../../../src/screen/keys/prompt.js';

function prompt(text = ''): Prompt {
  const known = { method: ['session/new', 'session/prompt', 'fs/read_text_file'] } as const;
  const complete = (typed: string, cursor: number) =>
    completionAt(typed, cursor, (field) => (field === 'method' ? known.method : []));
  return new Prompt('filter', { history: [], text, complete });
}

const HINTS = 'Tab complete  Up previous  ^W delete word'.padStart(58);

/** What is typed, after keys; what begins with a colon is typed as it is. */
function typed(from: Prompt, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    if (key.startsWith(':')) from.paste(key.slice(1));
    else from.key(key, key.length === 1 ? key : undefined);
  }
  return from.action.argument;
}

function rows(of: Prompt, width = 60): string[] {
  const buffer = new CellBuffer(width, of.height, 'utf-8');
  of.paint(new Canvas(buffer, { x: 0, y: 0, width, height: of.height }, UNICODE_GLYPHS), undefined);
  return buffer.toString().split('\n');
}

test('what may be meant stands above what is typed, and is less the more is typed', () => {
  const filter = prompt();
  expect(rows(filter)[0]).toMatch(/^ Tab: from: {2}kind: {2}method: {2}id:/);
  typed(filter, 'm', 'e');
  expect(rows(filter)[0]).toBe(' Tab: method:');
  typed(filter, 'tab');
  expect(rows(filter)).toEqual([' Tab: session/new  session/prompt  fs/read_text_file', 'filter> method:', HINTS]);
});

test('Tab takes what is sure, then one after the other; S-Tab goes back', () => {
  const filter = prompt('method:se');
  expect(typed(filter, 'tab')).toBe('method:session/');
  expect(typed(filter, 'tab')).toBe('method:session/new');
  expect(typed(filter, 'tab')).toBe('method:session/prompt');
  expect(typed(filter, 'tab')).toBe('method:session/new');
  expect(typed(filter, 'S-tab')).toBe('method:session/prompt');
  expect(rows(filter)[0]).toBe(' Tab: session/new  session/prompt');
});

test('what is typed behind what was taken completes anew', () => {
  const filter = prompt('method:session/');
  expect(typed(filter, 'tab', 'tab', ': ki', 'tab')).toBe('method:session/prompt kind:');
  expect(typed(filter, ':no', 'tab', ': zz')).toBe('method:session/prompt kind:notification zz');
  expect(filter.height).toBe(2);
});

test('in a narrow terminal those around what was taken are seen', () => {
  const filter = prompt();
  for (let i = 0; i < 9; i += 1) typed(filter, 'tab');
  const taken = typed(filter) ?? '';
  expect(taken).not.toBe('');
  expect(rows(filter, 40)[0]).toContain(taken);
});

test('where nothing completes, Tab does nothing', () => {
  const search = new Prompt('search', { history: ['old'] });
  expect(typed(search, 'a', 'tab', 'S-tab')).toBe('a');
  expect(search.height).toBe(2);
  expect(typed(search, 'up')).toBe('old');
});

test('Enter hands over what is typed, Esc nothing', () => {
  const filter = prompt('kind:req');
  expect(filter.key('enter', undefined)).toEqual({ type: 'done', action: { name: 'filter', argument: 'kind:req' } });
  expect(filter.key('escape', undefined)).toEqual({ type: 'left' });
});
