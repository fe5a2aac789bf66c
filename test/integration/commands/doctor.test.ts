import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { findingJson } from '../../../src/report/json-output.js';
import type { Place } from '../../support/turntable/turntable.js';
import { PlaceHere } from '../../support/turntable/place-here.js';

async function findings(place: Place, ...options: string[]) {
  const { code, stdout } = await place.turntable('doctor', '--json', ...options);
  const list = z.array(findingJson).parse(JSON.parse(stdout.toString()));
  return { code, of: (what: string) => list.find((finding) => finding.what === what) };
}

test('doctor finds nothing wrong in a new place, and makes nothing there', async () => {
  const place = new PlaceHere();
  const { code, of } = await findings(place);
  expect(code).toBe(0);
  for (const what of ['versions', 'SQLite', 'folder', 'database', 'journals']) expect(of(what)?.state, what).toBe('ok');
  expect((await place.turntable('list')).code).toBe(3);
  expect((await place.output('doctor')).toString()).toMatch(/^ok +versions: turntable \d/);
});

test('doctor finds a folder in which nothing can be made', async () => {
  const place = new PlaceHere();
  writeFileSync(join(place.folder, 'file'), '');
  for (const db of [join(place.folder, 'file/t.db'), '/proc/turntable/t.db']) {
    Object.assign(place, { db });
    const { code, of } = await findings(place);
    expect({ db, code, state: of('folder')?.state }).toEqual({ db, code: 1, state: 'problem' });
  }
});
