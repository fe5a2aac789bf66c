import type { ShapeFinding } from '../../../acp/schema/shape.js';
import type { ReportDetails } from '../../engine/context.js';

type Requirement = Pick<ShapeFinding, 'kind' | 'type' | 'member'>;

/**
 * What the schema of v2 requires since its November draft (v2b), but not in its August draft (v2a). The shapes are
 * those of the November draft.
 */
export const ONLY_IN_V2B: readonly Requirement[] = [
  { kind: 'missing', type: 'PromptResponse', member: 'messageId' },
  { kind: 'missing', type: 'AvailableCommand', member: 'type' },
  { kind: 'missing', type: 'AvailableCommandInput', member: 'type' },
  { kind: 'missing', type: 'ElicitationSchema', member: 'type' },
  { kind: 'missing', type: 'ElicitationSchema', member: 'properties' },
  { kind: 'out-of-range', type: 'ToolCallLocation', member: 'line' },
  { kind: 'out-of-range', type: 'PromptRequest', member: 'prompt' },
  { kind: 'out-of-range', type: 'SessionConfigSelect', member: 'options' },
  { kind: 'out-of-range', type: 'SessionConfigSelectGroup', member: 'options' },
];

/** The verdict on a finding in the August draft of v2, if the two drafts differ. */
export function draftsOf(finding: Requirement, version: 1 | 2): Pick<ReportDetails, 'dialects'> {
  const isLater =
    version === 2 &&
    ONLY_IN_V2B.some(
      ({ kind, type, member }) => kind === finding.kind && type === finding.type && member === finding.member,
    );
  return isLater ? { dialects: { v2a: 'off' } } : {};
}
