import { isBroken, type ShapeFinding } from '../../../acp/schema/shape.js';
import type { Context, ReportDetails } from '../../engine/context.js';
import { hintOf, listed, placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';
import { draftsOf } from './drafts.js';

/** The messages about a value that violates the schema. */
export const BROKEN_MESSAGES = {
  missing: '{place} is missing; {type} requires it, as {expected}{hint}',
  type: '{place} is {found}; it must be {expected}{hint}',
  value: '{place} is {found}; ACP v{version} defines {known}{hint}',
  ambiguous: '{place} is {found}, which matches several alternatives of {type}; it must be {expected}',
} as const;

type BrokenContext = Context<typeof BROKEN_MESSAGES>;

/** The schema violations that no rule has claimed yet. */
export function brokenOf({ shapes, isClaimed }: Pick<Context, 'shapes' | 'isClaimed'>): ShapeFinding[] {
  return shapes.filter((finding) => isBroken(finding) && !isClaimed(finding));
}

/**
 * Reports one value that violates the schema, and claims the finding.
 *
 * @param hint the end of the message; by default the nearest known name
 */
export function reportBroken(
  { step, protocol, report, claim }: BrokenContext,
  finding: ShapeFinding,
  details: ReportDetails = {},
  hint = hintOf(finding),
): void {
  const { kind, type, expected, known, path, reason } = finding;
  const { version } = protocol;
  const place = placeOf(step, path);
  const found = quoted(finding.found);
  const more = { ...draftsOf(finding, version), ...details };
  claim(finding);
  if (kind === 'missing') report('missing', { data: { place, type, expected, hint }, ...more });
  else if (reason === 'ambiguous') report('ambiguous', { data: { place, found, type, expected }, ...more });
  else if (kind === 'unknown-value' || kind === 'unknown-variant') {
    report('value', { data: { place, found, version, known: listed(known), hint }, ...more });
  } else report('type', { data: { place, found, expected, hint }, ...more });
}
