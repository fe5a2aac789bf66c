import type { ViewMaker } from './archive.js';
import type { Intent } from './view.js';

/** The message if no two things are chosen. */
export const NOTHING_MARKED: readonly Intent[] = [
  { type: 'say', text: 'mark one with *, go to the other, then press =', isError: true },
];

/** Runs `diff` and shows the result. @param words what to compare, as words of `diff` */
export function askForDifferences(words: readonly string[], views: Pick<ViewMaker, 'differences'>): readonly Intent[] {
  const command = ['diff', ...words];
  const then = (text: string): readonly Intent[] => [{ type: 'open', view: views.differences(text, command) }];
  return [{ type: 'ask', words: [...command, '--json'], then }];
}
