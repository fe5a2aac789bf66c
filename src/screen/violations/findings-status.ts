import type { StyledLine } from '../../report/styled-line.js';
import { formatCount } from '../../report/quantities.js';
import { stallText } from '../../report/waits/stalls.js';
import type { Conversation } from '../frame/conversation.js';

/** The progress of a check, or why it failed. For a live recording: its open turns and stalls. */
export function findingsStatus({ findings, nowMs }: Pick<Conversation, 'findings' | 'nowMs'>): StyledLine {
  const { progress, isFollowing, failure, openTurns, stalls } = findings;
  if (failure !== undefined) return [{ text: `not checked: ${failure}`, role: 'error' }];
  const [stall] = stalls;
  if (stall !== undefined) return [{ text: `${stallText(stall, nowMs ?? stall.sinceMs)}  7 why`, role: 'warning' }];
  if (openTurns.length > 0) return [{ text: `${formatCount(openTurns.length, 'turn')} in progress`, role: 'ok' }];
  return progress === 1 || isFollowing ? [] : [{ text: `checking ${Math.floor(progress * 100)} %`, role: 'dim' }];
}
