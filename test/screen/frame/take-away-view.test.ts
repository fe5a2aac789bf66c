import { expect, test } from 'vitest';
import type { TurnSummary } from '../../../src/model/state/turn.js';
import { TakeAwayView } from '../../../src/screen/frame/take-away-view.js';
import type { ViewPlace } from '../../../src/screen/frame/view.js';
import { fakeConversation } from '../../support/screen/fake-conversation.js';
import { painted } from '../../support/screen/painted.js';

const TURN = { sessionId: 's 1', number: 3, first: { seq: 40, at: 0 } } as TurnSummary;

function viewAt(place: Omit<ViewPlace, 'conversation'>): TakeAwayView {
  return new TakeAwayView({ conversation: fakeConversation({ turns: [TURN] }), ...place });
}

function choices(view: TakeAwayView): string[] {
  return painted(view, 80, 24)
    .toString()
    .split('\n')
    .slice(2)
    .map((line) => line.replace('▸', '').trim())
    .filter((line) => line !== '');
}

test('what is selected comes first, then the turn, then all', () => {
  const view = viewAt({ seq: 45, frames: { from: 41, to: 45 } });
  expect(choices(view).slice(0, 5)).toEqual([
    'fixture of frames 41 to 45, redacted  demo-frames-41-45.acp',
    'transcript of frames 41 to 45, redacted, as Markdown  demo-frames-41-45.md',
    'fixture of turn 3, redacted  demo-turn-3.acp',
    'transcript of turn 3, redacted, as Markdown  demo-turn-3.md',
    'fixture of the recording, redacted  demo.acp',
  ]);
  expect(view.act({ name: 'open' })).toEqual([
    { type: 'run', words: ['export', '1', '--frames=41..45'], file: 'demo-frames-41-45.acp' },
    { type: 'back' },
  ]);
});

test('one frame is a selection too', () => {
  const view = viewAt({ seq: 3, frames: { from: 3, to: 3 } });
  expect(choices(view)[0]).toBe('fixture of frame 3, redacted  demo-frame-3.acp');
  expect(view.status()[1]?.text).toBe('turntable export 1 --frames=3');
});

test('where nothing is selected and no turn has begun, there is only all of it', () => {
  expect(choices(viewAt({ seq: 3 }))[0]).toBe('fixture of the recording, redacted  demo.acp');
});
