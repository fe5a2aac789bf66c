import { expect, test } from 'vitest';
import { parseSeekTarget, type SeekTarget } from '../../../src/screen/playback/seek-target.js';

test.each<[string, SeekTarget]>([
  ['1:23.5', { type: 'time', ms: 83_500 }],
  [' 01:02:03 ', { type: 'time', ms: 3_723_000 }],
  ['0:00', { type: 'time', ms: 0 }],
  ['90', { type: 'time', ms: 90_000 }],
  ['90:00', { type: 'time', ms: 5_400_000 }],
  ['250ms', { type: 'time', ms: 250 }],
  ['2 m', { type: 'time', ms: 120_000 }],
  ['#5118', { type: 'frame', seq: 5118 }],
  ['+5s', { type: 'by', ms: 5_000 }],
  ['-1:30', { type: 'by', ms: -90_000 }],
  ['+ 0.5', { type: 'by', ms: 500 }],
  ['turn 3', { type: 'turn', number: 3 }],
  ['Turn  12', { type: 'turn', number: 12 }],
])('reads %j', (text, target) => {
  expect(parseSeekTarget(text)).toEqual(target);
});

test.each(['', 'x', '#', '#-1', '#1.5', '+', 'turn', 'turn x', '1:60', '1:2:3:4', '5 s s', '1e3', '∞', '١'])(
  'refuses %j',
  (text) => {
    expect(parseSeekTarget(text)).toBeUndefined();
  },
);
