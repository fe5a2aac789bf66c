import type { Rule } from '../engine/rule.js';
import { AUTH_RULES } from './auth/index.js';
import { CANCEL_RULES } from './cancel/index.js';
import { CAPABILITY_RULES } from './capability/index.js';
import { INIT_RULES } from './init/index.js';
import { EXTENSION_RULES } from './extension/index.js';
import { FS_RULES } from './fs/index.js';
import { JSONRPC_HINTS, JSONRPC_RULES } from './jsonrpc/index.js';
import { PATH_RULES } from './path/index.js';
import { MODE_RULES } from './mode/index.js';
import { CONFIG_RULES } from './config/index.js';
import { COMMANDS_RULES } from './commands/index.js';
import { USAGE_RULES } from './usage/index.js';
import { MESSAGE_RULES } from './message/index.js';
import { ELICITATION_RULES } from './elicitation/index.js';
import { NOTICE_RULES } from './notice/index.js';
import { COMPACTION_RULES } from './compaction/index.js';
import { EOS_RULES } from './eos/index.js';
import { PERMISSION_RULES } from './permission/index.js';
import { PLAN_RULES } from './plan/index.js';
import { PROMPT_RULES } from './prompt/index.js';
import { GENERIC_SCHEMA_RULES, SCHEMA_HINTS, SCHEMA_RULES } from './schema/index.js';
import { SESSION_RULES } from './session/index.js';
import { STOP_REASON_RULES } from './stop-reason/index.js';
import { TERMINAL_RULES } from './terminal/index.js';
import { TOOL_CALL_RULES } from './tool-call/index.js';
import { TRANSPORT_RULES } from './transport/index.js';
import { TURN_RULES } from './turn/index.js';
import { V2_RULES } from './v2/index.js';
import { VERSION_RULES } from './version/index.js';
import { VOLUME_RULES } from './volume/index.js';

/**
 * All rules, in the order in which they run. The more specific ones come first and claim their findings, so that one
 * fault gives one violation.
 */
export const RULES: readonly Rule[] = [
  ...TRANSPORT_RULES,
  ...JSONRPC_RULES,
  ...INIT_RULES,
  ...AUTH_RULES,
  ...CAPABILITY_RULES,
  ...STOP_REASON_RULES,
  ...CANCEL_RULES,
  ...SESSION_RULES,
  ...PROMPT_RULES,
  ...TURN_RULES,
  ...PERMISSION_RULES,
  ...TOOL_CALL_RULES,
  ...FS_RULES,
  ...TERMINAL_RULES,
  ...PATH_RULES,
  ...PLAN_RULES,
  ...MODE_RULES,
  ...CONFIG_RULES,
  ...COMMANDS_RULES,
  ...USAGE_RULES,
  ...MESSAGE_RULES,
  ...ELICITATION_RULES,
  ...V2_RULES,
  ...VERSION_RULES,
  ...NOTICE_RULES,
  ...COMPACTION_RULES,
  ...VOLUME_RULES,
  ...EOS_RULES,
  ...SCHEMA_RULES,
  ...EXTENSION_RULES,
  ...GENERIC_SCHEMA_RULES,
  ...JSONRPC_HINTS,
  ...SCHEMA_HINTS,
];
