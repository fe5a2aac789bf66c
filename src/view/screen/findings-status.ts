import type { StyledLine } from '../cells/styled-line.js';
import type { Findings } from './conversation.js';

/** How far the check is, while it goes on; why it failed; nothing when all is known. */
export function findingsStatus({ progress, failure }: Findings): StyledLine {
  if (failure !== undefined) return [{ text: `not checked: ${failure}`, role: 'error' }];
  return progress === 1 ? [] : [{ text: `checking ${Math.floor(progress * 100)} %`, role: 'dim' }];
}
