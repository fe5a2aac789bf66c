import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endsAccount, MOST_ACCOUNT_BYTES, readAccount } from '../../../src/inside/account.js';
import type { InnerSpan } from '../../../src/inside/inner-span.js';
import { AccountWriter } from '../../../src/stdio/inside/account-writer.js';
import { temporaryFolder } from '../../support/processes/folders.js';

function span(name: string): InnerSpan {
  const none = { purpose: undefined, firstMs: undefined, session: undefined, call: undefined };
  return { kind: 'tool', name, startUs: 1, endUs: 2, failed: false, id: '', parent: '', service: '', ...none };
}

function file(): string {
  return join(temporaryFolder(), 'x.inside');
}

describe('the writer of an account', () => {
  test('keeps what comes before it knows its file, which is for this user alone', () => {
    const path = file();
    const writer = new AccountWriter();
    writer.take([span('early')]);
    writer.open(path);
    writer.take([span('late')]);
    expect(readAccount(readFileSync(path, 'utf8')).spans.map(({ name }) => name)).toEqual(['early', 'late']);
    writer.close();
    expect(endsAccount(readFileSync(path, 'utf8').slice(-64))).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('writes no more than an account may have, and counts the rest', () => {
    const path = file();
    const writer = new AccountWriter();
    writer.open(path);
    const many = Array.from({ length: 1000 }, () => span('x'.repeat(200)));
    for (let i = 0; i < 40; i += 1) writer.take(many);
    writer.close();
    const text = readFileSync(path, 'utf8');
    expect(text.length).toBeLessThanOrEqual(MOST_ACCOUNT_BYTES);
    const { spans, lost } = readAccount(text);
    expect(lost).toBeGreaterThan(0);
    expect(spans.length + lost).toBe(40_000);
  });

  test('leaves a file alone that is there', () => {
    const path = file();
    writeFileSync(path, 'mine');
    const writer = new AccountWriter();
    writer.open(path);
    writer.take([span('x')]);
    writer.close();
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });
});
