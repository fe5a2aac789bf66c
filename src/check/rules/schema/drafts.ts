import type { ShapeFinding } from '../../../acp/schema/shape.js';
import type { ReportDetails } from '../../engine/context.js';

type Requirement = Pick<ShapeFinding, 'kind' | 'type' | 'member'>;

/**
 * What the schema of v2 asks for since its draft of November (v2b), and that of August (v2a) did not. The shapes are
 * those of the later one.
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

/** What a finding is in the earlier draft of v2, where the two differ. */
export function draftsOf(finding: Requirement, version: 1 | 2): Pick<ReportDetails, 'dialects'> {
  const isLater =
    version === 2 &&
    ONLY_IN_V2B.some(
      ({ kind, type, member }) => kind === finding.kind && type === finding.type && member === finding.member,
    );
  return isLater ? { dialects: { v2a: 'off' } } : {};
}
