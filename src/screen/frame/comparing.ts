import type { ViewMaker } from './archive.js';
import type { Intent } from './view.js';

/** What is said where not two things are chosen. */
export const NOTHING_MARKED: readonly Intent[] = [
  { type: 'say', text: 'mark one with *, go to the other, then press =', isError: true },
];

/** Asks what differs, and shows it. @param words what `diff` is told to compare */
export function askForDifferences(words: readonly string[], views: Pick<ViewMaker, 'differences'>): readonly Intent[] {
  const command = ['diff', ...words];
  const then = (text: string): readonly Intent[] => [{ type: 'open', view: views.differences(text, command) }];
  return [{ type: 'ask', words: [...command, '--json'], then }];
}
