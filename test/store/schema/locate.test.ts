import { mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databasePath, journalFolder, journalPlace, makeDatabaseFolders } from '../../../src/store/schema/locate.js';
import { temporaryFolder } from '../../support/processes/folders.js';

function located(option: string | undefined, env: NodeJS.ProcessEnv): { path: string; said: string[] } {
  const said: string[] = [];
  const path = databasePath(option, env, (text) => said.push(text));
  return { path, said };
}

describe('databasePath', () => {
  const ALL = { TURNTABLE_DB: '/db', TURNTABLE_HOME: '/th', XDG_DATA_HOME: '/xdg', HOME: '/h' };

  test.each<[string, string | undefined, NodeJS.ProcessEnv, string]>([
    ['the option', '/o.db', ALL, '/o.db'],
    ['$TURNTABLE_DB', undefined, ALL, '/db'],
    ['$TURNTABLE_HOME', undefined, { ...ALL, TURNTABLE_DB: '' }, '/th/turntable.db'],
    ['$XDG_DATA_HOME', undefined, { XDG_DATA_HOME: '/xdg', HOME: '/h' }, '/xdg/turntable/turntable.db'],
    ['the home folder', undefined, { TURNTABLE_HOME: '', HOME: '/h' }, '/h/.local/share/turntable/turntable.db'],
    ['the profile on Windows', undefined, { USERPROFILE: '/u' }, '/u/.local/share/turntable/turntable.db'],
    [
      'the home folder, for an empty $XDG_DATA_HOME',
      undefined,
      { XDG_DATA_HOME: '', HOME: '/h' },
      '/h/.local/share/turntable/turntable.db',
    ],
    ['$TURNTABLE_DB, for an empty option', '', ALL, '/db'],
  ])('comes from %s', (_, option, env, path) => {
    expect(located(option, env)).toEqual({ path, said: [] });
  });

  const OWN = join(userInfo().homedir, '.local/share/turntable/turntable.db');
  const BELOW = '.local/share/turntable/turntable.db';

  test.each<[NodeJS.ProcessEnv, string, string[]]>([
    [{ HOME: '' }, OWN, ['ignoring HOME: "" is not']],
    [{ HOME: '.' }, OWN, ['ignoring HOME: "." is not']],
    [{}, OWN, []],
    [{ XDG_DATA_HOME: 'rel', HOME: '/h' }, `/h/${BELOW}`, ['ignoring XDG_DATA_HOME: "rel" is not']],
    [
      { TURNTABLE_HOME: './x', XDG_DATA_HOME: '/xdg' },
      '/xdg/turntable/turntable.db',
      ['ignoring TURNTABLE_HOME: "./x" is not'],
    ],
    [
      { TURNTABLE_HOME: 'a', XDG_DATA_HOME: 'b', HOME: '', USERPROFILE: '/u' },
      `/u/${BELOW}`,
      ['ignoring TURNTABLE_HOME: "a" is not', 'ignoring XDG_DATA_HOME: "b" is not', 'ignoring HOME: "" is not'],
    ],
  ])('is never in the working folder by accident, and what is ignored is said: %j', (env, path, said) => {
    const found = located(undefined, env);
    expect(found.path).toBe(path);
    expect(found.said).toEqual(said.map((text) => expect.stringContaining(text) as string));
  });

  test('is absolute', () => {
    expect(located('x.db', {}).path).toBe(resolve('x.db'));
  });
});

test('the path of a journal says its database and its recording', () => {
  const [database, id] = ['/a folder/t.db', '1m81kzq7b9ebstv5'];
  expect(journalPlace(join(journalFolder(database), id))).toEqual({ database, id });
});

describe('makeDatabaseFolders', () => {
  test('makes what is missing, for the user alone, and tells where journals lie', () => {
    const path = join(temporaryFolder(), 'a', 'b', 't.db');
    expect(makeDatabaseFolders(path)).toBe(journalFolder(path));
    for (const folder of [join(path, '..', '..'), join(path, '..'), journalFolder(path)]) {
      expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
    }
    expect(makeDatabaseFolders(path)).toBe(`${path}-journals`);
  });

  test('leaves a folder that is there as it is', () => {
    const folder = join(temporaryFolder(), 'shared');
    mkdirSync(folder, { mode: 0o755 });
    makeDatabaseFolders(join(folder, 't.db'));
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('755');
  });
});
