import { BEGINNINGS } from './faults/beginnings.js';
import { CLIENT_SIDE } from './faults/client-side.js';
import { ENVELOPES } from './faults/envelopes.js';
import type { Fault } from './faults/fault.js';
import { LINES } from './faults/lines.js';
import { PERMISSIONS } from './faults/permissions.js';
import { RESPONSES } from './faults/responses.js';
import { STOP_REASONS } from './faults/stop-reasons.js';
import { TOOL_CALLS } from './faults/tool-calls.js';
import { TURNS } from './faults/turns.js';
import { V2 } from './faults/version-2.js';

/** All faults, in groups that are tested at a time. */
export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'stop reasons': STOP_REASONS,
  responses: RESPONSES,
  envelopes: ENVELOPES,
  lines: LINES,
  beginnings: BEGINNINGS,
  turns: TURNS,
  permissions: PERMISSIONS,
  'tool calls': TOOL_CALLS,
  'files and terminals': CLIENT_SIDE,
  'version 2': V2,
};
