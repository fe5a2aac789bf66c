import { expect, test } from 'vitest';
import { ScreenTour } from '../../support/screen/screen-tour.js';

test('a deletion is asked for, and left to whoever holds the database', () => {
  const tour = new ScreenTour(['text-turn']);
  const view = tour.views.recordings();
  view.prepare({ width: 100, height: 20 });
  const [asked] = view.act({ name: 'delete' }) ?? [];
  if (asked?.type !== 'confirm') throw new Error('it is not asked for');
  expect(asked.then()).toEqual([{ type: 'delete', recording: 1 }]);
  expect(tour.archive.recordings).toHaveLength(1);
});

test('a deleted recording is gone from the archive, and a second deletion says so', () => {
  const { archive } = new ScreenTour(['text-turn']);
  expect(archive.remove(1)).toEqual({ text: 'recording 1 was deleted', isError: false });
  expect(archive.recordings).toEqual([]);
  expect(archive.remove(1)).toEqual({ text: 'the recording is already gone', isError: false });
});
