import type { Glyphs } from '../glyphs.js';
import type { Role } from '../style.js';
import type { Span } from '../styled-line.js';
import { formatShortDuration } from '../quantities.js';

/** How long a turn and its parts took, in ms; times that overlap are counted in each part. */
export interface TurnTimes {
  readonly totalMs: number;
  /** Time in which the agent waited for the client, permissions included. */
  readonly clientMs: number;
  readonly permissionMs: number;
  /** Time in which a tool call was open. */
  readonly toolMs: number;
}

/** Who or what a turn waited for, in the order of the bar. */
export const PARTS = ['agent', 'tools', 'client', 'permission'] as const;

export type Part = (typeof PARTS)[number];

/** The same times, in ms, each moment counted once: together they are the whole turn. */
export type TurnSplit = Readonly<Record<Part, number>>;

/**
 * Splits the time of a turn. While a tool call is open, the agent may wait for the client: that time counts for the client, and only the
 * rest for the tools.
 */
export function splitOf({ totalMs, clientMs, permissionMs, toolMs }: TurnTimes): TurnSplit {
  const permission = within(permissionMs, totalMs);
  const client = within(clientMs - permission, totalMs - permission);
  const tools = within(toolMs - permission - client, totalMs - permission - client);
  return { agent: Math.max(0, totalMs - permission - client - tools), tools, client, permission };
}

function within(ms: number, mostMs: number): number {
  return Math.max(0, Math.min(ms, mostMs));
}

/** The sum of several splits. */
export function sumOf(splits: readonly TurnSplit[]): TurnSplit {
  const sum = (part: Part) => splits.reduce((ms, split) => ms + split[part], 0);
  return { agent: sum('agent'), tools: sum('tools'), client: sum('client'), permission: sum('permission') };
}

export function totalOf(split: TurnSplit): number {
  return PARTS.reduce((ms, part) => ms + split[part], 0);
}

/** The roles of the parts. */
export const PART_ROLES: Readonly<Record<Part, Role>> = {
  agent: 'agent',
  tools: 'tool',
  client: 'client',
  permission: 'permission',
};

/** The signs of the parts: they differ without colours, too. */
export function partSigns(glyphs: Glyphs): Readonly<Record<Part, string>> {
  return { agent: glyphs.barFull, tools: glyphs.barPart, client: glyphs.barMost, permission: glyphs.asked };
}

/** A bar of at most `cells` cells, which stand for `fullMs`; not empty if anything took time. */
export function splitBar(split: TurnSplit, fullMs: number, cells: number, glyphs: Glyphs): Span[] {
  const signs = partSigns(glyphs);
  const totalMs = totalOf(split);
  const scale = fullMs > 0 ? cells / fullMs : 0;
  const length = Math.min(cells, Math.max(totalMs > 0 ? 1 : 0, Math.round(totalMs * scale)));
  if (length <= 0) return [];
  const longest = PARTS.reduce((most, part) => (split[part] > split[most] ? part : most));
  // a bar of one cell shows the longest part
  if (length === 1) return [{ text: signs[longest], role: PART_ROLES[longest] }];
  let ms = 0;
  let drawn = 0;
  return PARTS.flatMap((part) => {
    ms += split[part];
    const end = Math.round((ms / totalMs) * length);
    const text = signs[part].repeat(Math.max(0, end - drawn));
    drawn = Math.max(drawn, end);
    return text === '' ? [] : [{ text, role: PART_ROLES[part] }];
  });
}

/** The longest bar that is shown beside its legend. */
const LEGEND_BAR_WIDTH = 24;

/** Who was waited for, and how long: a bar for the whole turn, and its legend; if there is little room, only the legend. */
export function splitLegend(times: TurnTimes, width: number, glyphs: Glyphs): Span[] {
  const split = splitOf(times);
  const signs = partSigns(glyphs);
  const shown = PARTS.filter((part) => split[part] > 0);
  const legend = shown.map((part): Span => {
    return { text: `  ${signs[part]} ${part} ${formatShortDuration(split[part])}`, role: PART_ROLES[part] };
  });
  const needed = legend.reduce((sum, { text }) => sum + text.length, 0);
  if (needed > width) return shown.map((part) => ({ text: `${signs[part]} ${part} `, role: PART_ROLES[part] }));
  const cells = Math.min(LEGEND_BAR_WIDTH, width - needed);
  return cells < 4 ? legend : [...splitBar(split, totalOf(split), cells, glyphs), ...legend];
}
