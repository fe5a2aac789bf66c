import { quoted } from '../../check/engine/wording.js';
import type { Sign } from '../../model/state/wait.js';
import type { Stream } from '../../wire/frame.js';
import { formatBytes, formatCount, formatDuration } from '../quantities.js';
import { requestText, type Ago, type Tense } from './span-text.js';
import type { WhyJson } from './why-json-schema.js';

export type WhyLine = WhyJson['waits'][number]['lines'][number];

/** Further facts about a wait, in sentences; each names the frame that shows it. */
export function signLines(sign: Sign, { ago, lasting }: Tense): WhyLine[] {
  switch (sign.type) {
    case 'nothing-asked':
      return [fact('nothing is asked of the client')];
    case 'last-frame':
      if (sign.at === undefined) return [fact(`the ${sign.sender} has never sent a line`)];
      return [fact(`the last line of the ${sign.sender} came${ago(sign.at.at)}`, sign.at.seq)];
    case 'usual':
      return [fact(usualText(sign))];
    case 'stderr':
      if (sign.line === undefined) return [fact("the agent's stderr is empty")];
      return [
        fact(`the agent's stderr was last written${ago(sign.line.at)}: ${quoted(sign.line.text)}`, sign.line.seq),
      ];
    case 'has-read':
      return [fact(`the ${sign.sender} has read up to here: it answered this frame, or a later one`, sign.seq)];
    case 'handed-over':
      return [
        fact(`${formatBytes(sign.bytes)} were handed to the agent's stdin; whether it has read them cannot be known`),
      ];
    case 'unreadable':
      return [fact(`the ${sign.sender} has sent ${formatCount(sign.lines, 'line')} that are not JSON`)];
    case 'cancelled':
      return [fact(`it was cancelled${ago(sign.at.at)}`, sign.at.seq)];
    case 'unfinished':
      return unfinishedLines(sign, ago);
    case 'not-reading':
      return [fact(UNREAD[sign.stream](lasting(sign.since.at)), sign.since.seq)];
    case 'behind': {
      const { span } = sign;
      const what = span.request === undefined ? `turn ${span.turn ?? ''}` : requestText(span);
      return [guess(`it waits for ${what}, which was open when it was sent and still is`, span.start.seq)];
    }
    case 'in-gap':
      return [guess('the recording has a gap here, which may hold the answer', sign.gap.seq)];
    default:
      return sign satisfies never;
  }
}

function usualText({ turns, longestMs }: Extract<Sign, { type: 'usual' }>): string {
  const earlier = turns === 1 ? 'the earlier turn' : `${turns} earlier turns`;
  return `in ${earlier} the agent was silent for at most ${formatDuration(longestMs * 1e6)}`;
}

/** What a full pipe means, by its stream. */
const UNREAD: Readonly<Record<Stream, (lasting: string) => string>> = {
  client: (lasting) => `the client sends, and the agent has not read${lasting}: its stdin is full`,
  agent: (lasting) => `the agent sends, and the client has not read${lasting}: the agent's stdout is full`,
  stderr: (lasting) =>
    `the client has not read the agent's stderr${lasting}: the pipe is full, and the agent may wait for room`,
};

function unfinishedLines({ line, isWhole, answers }: Extract<Sign, { type: 'unfinished' }>, ago: Ago): WhyLine[] {
  const { sender, sizeBytes, lastMs } = line;
  const begun = fact(
    `the last line of the ${sender} has no newline: ${formatBytes(sizeBytes)}, the last of them${ago(lastMs)}`,
  );
  if (!isWhole) return [begun];
  const what = answers === undefined ? 'a whole message' : `the answer to ${requestText(answers)}`;
  return [begun, guess(`these bytes look like ${what}; whoever reads line by line does not see it`)];
}

function fact(text: string, seq = -1): WhyLine {
  return { certainty: 'fact', text, seq: seq < 0 ? null : seq };
}

function guess(text: string, seq?: number): WhyLine {
  return { certainty: 'guess', text, seq: seq ?? null };
}
