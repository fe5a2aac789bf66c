import { expect, test } from 'vitest';
import { DifferencesView } from '../../../src/screen/changes/differences-view.js';
import { COMPARED } from '../../support/comparing/compared.js';
import { goldenScreens, painted } from '../../support/screen/painted.js';

test('differences are shown as they are printed, in the width that there is', async () => {
  const screens = goldenScreens(() => new DifferencesView(COMPARED, ['diff', '1', '2']));
  await expect(screens).toMatchFileSnapshot('../../golden/screen/differences.txt');
});

test('one goes from difference to difference', () => {
  const view = new DifferencesView(COMPARED, ['diff', '1', '2']);
  painted(view, 80, 24);
  const selected = (): string => {
    const rows = painted(view, 80, 24).toString().split('\n');
    return rows.find((row) => row.startsWith('▸')) ?? '';
  };
  view.act({ name: 'next-hunk' });
  expect(selected()).toContain('▸handshake: a sentence');
  view.act({ name: 'next-hunk' });
  view.act({ name: 'next-hunk' });
  expect(selected()).toContain('▸text: a sentence');
  view.act({ name: 'previous-hunk' });
  expect(selected()).toContain('▸tool-call: a sentence');
  view.act({ name: 'first' });
  expect(view.act({ name: 'previous-hunk' })).toEqual([{ type: 'say', text: 'no difference above' }]);
});
