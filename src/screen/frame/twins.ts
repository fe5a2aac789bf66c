import { shellLine } from '../../report/shell-line.js';
import type { Conversation } from './conversation.js';

/** One of our commands, as the words after `turntable`. */
export type LineCommand = readonly string[];

/** The command that shows a recording's frames: those that match a filter, or those up to the play head. */
export function framesTwins(
  { item }: Conversation,
  { filter, headSeq }: { readonly filter: string | undefined; readonly headSeq: number | undefined },
): readonly LineCommand[] {
  const range = headSeq === undefined ? [] : ['--frames', `..${headSeq}`];
  return [['show', String(item.number), ...range, ...(filter === undefined ? [] : ['--filter', filter])]];
}

/** The commands that show one frame, as indented JSON and as raw bytes. */
export function frameTwins({ item }: Conversation, seq: number): readonly LineCommand[] {
  const words = ['show', String(item.number), '--frames', String(seq)];
  return [
    [...words, '--pretty'],
    [...words, '--raw'],
  ];
}

/** The command for a turn's transcript; during playback, also one for the frames up to the play head. */
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

/**
 * A command as it is typed in a shell. @param words the words after `turntable` @param database the database to name; undefined if it is
 * the default
 */
export function typedLine(words: LineCommand, database?: string): string {
  const [name = '', ...rest] = words;
  return shellLine(['turntable', name, ...rest, ...(database === undefined ? [] : ['--db', database])]);
}
