import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureRefusal, writeRecordedFixture } from '../../../src/tasks/recordings/recorded-fixture.js';
import { temporaryFolder } from '../../support/processes/folders.js';

const OURS = '#acp-fixture 1\n';

describe('record --fixture', () => {
  test.each([undefined, '', OURS, '#acp-fixture 2\nof another version'])('writes where %j is', (content) => {
    const path = join(temporaryFolder(), 'a.acp');
    if (content !== undefined) writeFileSync(path, content);
    expect(fixtureRefusal(path)).toBeUndefined();
    writeRecordedFixture(path, [OURS, 'new\n']);
    expect(readFileSync(path, 'utf8')).toBe(`${OURS}new\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test.each(['keep\n', '#acp', `\n${OURS}`])('keeps a file that holds %j', (content) => {
    const path = join(temporaryFolder(), 'o.txt');
    writeFileSync(path, content);
    expectRefusal(path, 'exists and is not a fixture');
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  test.each([
    ['a fixture', OURS],
    ['nothing', undefined],
  ])('follows no link to %s', (_what, content) => {
    const folder = temporaryFolder();
    const [target, link] = [join(folder, 'target'), join(folder, 'link.acp')];
    if (content !== undefined) writeFileSync(target, content);
    symlinkSync('target', link);
    expectRefusal(link, 'is a link');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(existsSync(target) ? readFileSync(target, 'utf8') : undefined).toBe(content);
  });

  test.skipIf(process.platform === 'win32')('waits for no pipe, and replaces no folder', () => {
    const folder = temporaryFolder();
    const [pipe, inner] = [join(folder, 'pipe'), join(folder, 'inner')];
    execFileSync('mkfifo', [pipe]);
    mkdirSync(inner);
    expectRefusal(pipe, 'is not a regular file');
    expectRefusal(inner, 'is not a regular file');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });
});

function expectRefusal(path: string, why: string): void {
  const refusal = `${path} ${why}, so it was not replaced. Name another file for --fixture, or remove this one`;
  expect(fixtureRefusal(path)).toBe(refusal);
  expect(() => {
    writeRecordedFixture(path, ['new']);
  }).toThrow(refusal);
}
