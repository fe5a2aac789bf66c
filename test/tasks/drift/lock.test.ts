import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { driftOf, lockOf, readLock, requireWritableLock, writeLock } from '../../../src/tasks/drift/lock.js';
import type { Probed } from '../../../src/tasks/drift/probe.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { fc } from '../../support/values/property.js';

function probed(surface: JsonObject, version = '1.0.0'): Probed {
  return { agent: 'agent', version, surface };
}

const LEAF = fc.oneof(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: 3 }), fc.boolean());
/** What agents announce: lists of things with names, and members. */
const SURFACE = fc.record({
  initialize: fc.dictionary(fc.constantFrom('a', 'b', 'c'), LEAF),
  'session/new': fc.record({
    modes: fc.uniqueArray(fc.record({ id: fc.constantFrom('x', 'y', 'z'), name: LEAF }), { selector: ({ id }) => id }),
    list: fc.array(LEAF, { maxLength: 4 }),
  }),
});

describe('a lock', () => {
  it('is kept by both probes that it was made of, whatever varies between them', () => {
    fc.assert(
      fc.property(SURFACE, SURFACE, (a, b) => {
        const lock = lockOf(probed(a), probed(b));
        expect(driftOf(lock, probed(a)).changes).toEqual([]);
        expect(driftOf(lock, probed(b)).changes).toEqual([]);
      }),
    );
  });

  it('tells of every leaf that changes later', () => {
    fc.assert(
      fc.property(SURFACE, fc.constantFrom('a', 'b', 'c'), (surface, name) => {
        const lock = lockOf(probed(surface), probed(surface));
        const changed = { ...surface, initialize: { ...surface.initialize, [name]: 'changed' } };
        const before = surface.initialize[name];
        const [change, ...more] = driftOf(lock, probed(changed)).changes;
        expect(more).toEqual([]);
        expect(change).toEqual({
          path: `/initialize/${name}`,
          ...(before !== undefined && { locked: before }),
          now: 'changed',
        });
      }),
    );
  });

  it('does not compare versions, and says which one it is of', () => {
    const lock = lockOf(probed({}), probed({}));
    expect(driftOf(lock, probed({}, '2.0.0'))).toMatchObject({ equal: true, version: '2.0.0', lockedVersion: '1.0.0' });
  });

  it('is read as it was written', () => {
    const path = join(temporaryFolder(), 'turntable.lock.json');
    const lock = lockOf(probed({ initialize: { a: 1 } }), probed({ initialize: { a: 2 } }));
    writeLock(path, lock);
    expect(readLock(path)).toEqual(lock);
    expect(lock.varies).toEqual(['/initialize/a']);
  });

  it.each([
    ['not JSON', 'is not JSON'],
    ['{"format":2}', 'format'],
    ['{"format":1,"agent":null,"version":null,"varies":[1],"surface":{}}', 'varies'],
  ])('that is none is refused: %s', (text, said) => {
    const path = join(temporaryFolder(), 'turntable.lock.json');
    writeFileSync(path, text);
    expect(() => readLock(path)).toThrow(said);
  });
});

describe('a lock is written', () => {
  const LOCK = lockOf(probed({}), probed({}));

  it.each([undefined, '', '{\n  "format": 1,\n  "agent": "earlier"\n}\n'])('where %j is', (content) => {
    const path = join(temporaryFolder(), 'turntable.lock.json');
    if (content !== undefined) writeFileSync(path, content);
    requireWritableLock(path);
    writeLock(path, LOCK);
    expect(readLock(path)).toEqual(LOCK);
  });

  it("over no other file, and through no link: the folder may be a stranger's", () => {
    const folder = temporaryFolder();
    const [path, link] = [join(folder, '.bashrc'), join(folder, 'turntable.lock.json')];
    writeFileSync(path, 'keep');
    symlinkSync('.bashrc', link);
    for (const lock of [path, link]) {
      for (const write of [
        requireWritableLock,
        (file: string) => {
          writeLock(file, LOCK);
        },
      ]) {
        expect(() => {
          write(lock);
        }).toThrow('so it was not replaced. Name another file for --lock, or remove this one');
      }
    }
    expect(readFileSync(path, 'utf8')).toBe('keep');
  });
});
