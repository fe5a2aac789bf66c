import { formatBytes, formatCount } from '../../report/quantities.js';
import { liveText } from '../../report/recording-end.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { RecordingItem } from '../frame/conversation.js';
import { mainWait } from '../../report/waits/waiting.js';
import type { RecordingRow } from './recording-columns.js';

/** The text if there are no recordings. */
export const NO_RECORDINGS: readonly StyledLine[] = [
  [{ text: 'No recordings yet.', role: 'title' }],
  [{ text: '' }],
  [{ text: "Put this before the agent's command, in your editor's configuration:" }],
  [{ text: '    turntable record -- AGENT [ARG...]', role: 'key' }],
  [{ text: 'What client and agent say then appears here, as it happens.' }],
  [{ text: '' }],
  [{ text: 'Or look at a recording of somebody else:' }],
  [{ text: '    turntable import FILE...', role: 'key' }],
];

/** How many lines the facts usually take: a rule and four lines of text, and one more while something is live. */
export function factsLines(recordings: readonly RecordingItem[]): number {
  return recordings.some(({ state }) => state === 'live') ? 6 : 5;
}

/** The facts about a recording. */
export function recordingFacts({ item, why }: RecordingRow): StyledLine[] {
  const { number, label, command, cwd, sizeBytes, end, frames, agent, client } = item;
  const size = `${formatCount(frames, 'frame')}, ${formatBytes(sizeBytes)}, ${why === undefined ? end : liveText(why)}`;
  const wait = why && mainWait(why.waits);
  return [
    [{ text: `${number} ${label}`, role: 'title' }, { text: `  ${size}` }],
    [
      { text: 'agent   ', role: 'dim' },
      { text: agent === '' ? '(unknown)' : agent, role: 'agent' },
      { text: '   client ', role: 'dim' },
      { text: client === '' ? '(unknown)' : client, role: 'client' },
    ],
    ...(wait === undefined
      ? []
      : [
          [
            { text: 'waits   ', role: 'dim' },
            { text: wait.headline, role: 'warning' },
            { text: '  7 why', role: 'key' },
          ] as const,
        ]),
    [{ text: 'command ', role: 'dim' }, { text: command === '' ? '(unknown)' : command }],
    [{ text: 'cwd     ', role: 'dim' }, { text: cwd === '' ? '(unknown)' : cwd }],
  ];
}
