import { expect, test } from 'vitest';
import { ScreenTour } from '../support/screen/screen-tour.js';

test('views of a recording that is deleted are left', () => {
  const tour = new ScreenTour(['demo', 'text-turn']).press('enter', 'enter');
  expect([...tour.screen.conversations].map(({ item }) => item.label)).toEqual(['text-turn']);
  expect(tour.look()).toContain('Turns ▸ Frames');
  tour.screen.leaveClosed(() => true);
  expect(tour.look()).toContain('Turns ▸ Frames');
  tour.screen.leaveClosed(() => false);
  expect(tour.look()).toMatch(/Recordings +1\/2/);
  expect(tour.look()).toContain('the recording was deleted');
  expect(tour.screen.conversations.size).toBe(0);
});

test('80 columns tell turns of several sessions apart', () => {
  const turns = new ScreenTour(['two-sessions']).press('enter').look();
  expect(turns).toMatch(/# Session +Took Waited for +Stop +Tools/);
});
