import type { TurnSummary } from '../model/state/turn.js';
import { formatCount } from './quantities.js';

/** How many permissions were requested and rejected in a turn: `2 permissions, 1 rejected`; empty if there were none. */
export function permissionsText({ permissions, rejections }: Pick<TurnSummary, 'permissions' | 'rejections'>): string {
  if (permissions === 0) return '';
  const asked = formatCount(permissions, 'permission');
  if (rejections === 0) return asked;
  return permissions === 1 ? `${asked}, rejected` : `${asked}, ${rejections} rejected`;
}
