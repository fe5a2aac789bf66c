import { isBroken, type ShapeFinding } from '../../../acp/schema/shape.js';
import type { Context, ReportDetails } from '../../engine/context.js';
import { hintOf, listed, placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';
import { draftsOf } from './drafts.js';

/** What is wrong with a value that the schema refuses. */
export const BROKEN_MESSAGES = {
  missing: '{place} is missing; {type} needs it, as {expected}{hint}',
  type: '{place} is {found}; it has to be {expected}{hint}',
  value: '{place} is {found}; ACP v{version} knows {known}{hint}',
  ambiguous: '{place} is {found}, which fits several alternatives of {type}; it has to be {expected}',
} as const;

type BrokenContext = Context<typeof BROKEN_MESSAGES>;

/** The findings that the schema refuses and that no rule has taken on itself yet. */
export function brokenOf({ shapes, isClaimed }: Pick<Context, 'shapes' | 'isClaimed'>): ShapeFinding[] {
  return shapes.filter((finding) => isBroken(finding) && !isClaimed(finding));
}

/**
 * Reports one value that the schema refuses, and takes the finding.
 *
 * @param hint what to say at the end, where it is not the name that is nearest
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
