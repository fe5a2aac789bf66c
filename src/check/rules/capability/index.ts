import type { Rule } from '../../engine/rule.js';
import { additionalDirectoriesNotAdvertised } from './additional-directories-not-advertised.js';
import { fsReadNotAdvertised, fsWriteNotAdvertised, terminalNotAdvertised } from './fs.js';
import { elicitationModeNotAdvertised } from './elicitation-mode-not-advertised.js';
import { mcpMessageUndeclaredServer, mcpStdioRejected, mcpTransportNotAdvertised } from './mcp-servers.js';
import { advertisedButNotFound, baselineMethodMissing } from './advertised-but.js';
import { promptAudioNotAdvertised, promptEmbeddedNotAdvertised, promptImageNotAdvertised } from './prompt.js';
import { advertisedButRejected, baselineContentRejected } from './rejected-content.js';
import { booleanConfigNotAdvertised, compactionNotAdvertised, noticeNotAdvertised } from './boolean-config-not-advertised.js';
import {
  closeNotAdvertised,
  deleteNotAdvertised,
  listNotAdvertised,
  loadNotAdvertised,
  resumeNotAdvertised,
} from './session-methods.js';

export const CAPABILITY_RULES: readonly Rule[] = [
  promptImageNotAdvertised,
  promptAudioNotAdvertised,
  promptEmbeddedNotAdvertised,
  loadNotAdvertised,
  resumeNotAdvertised,
  closeNotAdvertised,
  listNotAdvertised,
  deleteNotAdvertised,
  additionalDirectoriesNotAdvertised,
  mcpTransportNotAdvertised,
  fsReadNotAdvertised,
  fsWriteNotAdvertised,
  terminalNotAdvertised,
  elicitationModeNotAdvertised,
  booleanConfigNotAdvertised,
  noticeNotAdvertised,
  compactionNotAdvertised,
  baselineMethodMissing,
  advertisedButNotFound,
  mcpStdioRejected,
  baselineContentRejected,
  advertisedButRejected,
  mcpMessageUndeclaredServer,
];
