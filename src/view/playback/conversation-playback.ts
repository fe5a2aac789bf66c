import type { Conversation } from '../screen/conversation.js';
import { begunAt } from '../screen/turns-view.js';
import { Playback } from './playback.js';
import { Timeline } from './timeline.js';

/** Playback of a recording; views that are given the same one show the same moment. */
export function playbackOf(conversation: Conversation): Playback {
  const timeline = new Timeline(
    {
      get entries() {
        return conversation.entries;
      },
      atNs: (seq) => conversation.atNs(seq),
    },
    hasTimes(conversation),
  );
  return new Playback({
    timeline,
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

/** Known when all is checked; until then, whether the first entries have times. */
export function hasTimes(conversation: Conversation): boolean {
  const { statistics } = conversation.findings;
  return statistics?.hasTimes ?? [0, 1, 2].some((seq) => conversation.atNs(seq) !== undefined);
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
