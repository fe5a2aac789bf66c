import type { Conversation } from '../frame/conversation.js';
import { begunAt } from '../../model/turns/turn-beginning.js';
import { Playback } from './playback.js';
import { Timeline } from './playback-timeline.js';

/** Playback of a recording. Views that share it show the same moment. */
export function playbackOf(conversation: Conversation): Playback {
  return new Playback({
    timeline: new Timeline(conversation, hasTimes(conversation)),
    marks: {
      worstBetween: (from, to) => conversation.findings.marks.worstBetween(from, to),
      hasTurnBetween: (from, to) => hasTurnBetween(conversation, from, to),
    },
    get isLive() {
      return conversation.item.state === 'live';
    },
    get turns() {
      const { turns, openTurns } = conversation.findings;
      return [...turns.map((turn) => ({ number: turn.number, seq: begunAt(turn) })), ...openTurns];
    },
  });
}

/** Whether times are known; before the check has ended, whether there may be any. */
export function hasTimes({ findings, item }: Conversation): boolean {
  return findings.statistics?.hasTimes ?? item.durationNs > 0;
}

function hasTurnBetween({ findings }: Conversation, from: number, to: number): boolean {
  const { turns, openTurns } = findings;
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const turn = turns[middle];
    if (turn !== undefined && begunAt(turn) < from) low = middle + 1;
    else high = middle;
  }
  const turn = turns[low];
  return (turn !== undefined && begunAt(turn) <= to) || openTurns.some(({ seq }) => seq >= from && seq <= to);
}
