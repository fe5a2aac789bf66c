import { shellLine } from '../../report/shell-line.js';
import type { Conversation } from './conversation.js';

/** A command of ours, as words behind `turntable`. */
export type LineCommand = readonly string[];

/** What shows a recording's frames: those that a filter means, or those that have come at the play head. */
export function framesTwins(
  { item }: Conversation,
  { filter, headSeq }: { readonly filter: string | undefined; readonly headSeq: number | undefined },
): readonly LineCommand[] {
  const range = headSeq === undefined ? [] : ['--frames', `..${headSeq}`];
  return [['show', String(item.number), ...range, ...(filter === undefined ? [] : ['--filter', filter])]];
}

/** What shows one frame, as it reads and as it was. */
export function frameTwins({ item }: Conversation, seq: number): readonly LineCommand[] {
  const words = ['show', String(item.number), '--frames', String(seq)];
  return [
    [...words, '--pretty'],
    [...words, '--raw'],
  ];
}

/** What tells a turn; played back, also what had come at the play head. */
export function turnTwins(
  { item }: Conversation,
  turn: { readonly sessionId: string; readonly number: number } | undefined,
  headSeq: number | undefined,
): readonly LineCommand[] {
  const number = String(item.number);
  const part = turn === undefined ? ['--turns'] : [`--session=${turn.sessionId}`, `--turn=${turn.number}`];
  const atHead = headSeq === undefined ? [] : [['show', number, '--frames', `..${headSeq}`]];
  return [['show', number, ...part], ...atHead];
}

/** As it is typed in a shell. @param words behind `turntable` @param database to be named, where it is not the usual one */
export function typedLine(words: LineCommand, database?: string): string {
  const [name = '', ...rest] = words;
  return shellLine(['turntable', name, ...rest, ...(database === undefined ? [] : ['--db', database])]);
}
