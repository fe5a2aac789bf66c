import type { Rule } from '../../engine/rule.js';
import { additionalDirectoriesNotAdvertised } from './additional-directories.js';
import { fsReadNotAdvertised, fsWriteNotAdvertised, terminalNotAdvertised } from './client-methods.js';
import { elicitationModeNotAdvertised } from './elicitation-mode.js';
import { mcpMessageUndeclaredServer, mcpStdioRejected, mcpTransportNotAdvertised } from './mcp-servers.js';
import { advertisedButNotFound, baselineMethodMissing } from './promises.js';
import { promptAudioNotAdvertised, promptEmbeddedNotAdvertised, promptImageNotAdvertised } from './prompt-content.js';
import { advertisedButRejected, baselineContentRejected } from './rejected-content.js';
import { booleanConfigNotAdvertised, compactionNotAdvertised, noticeNotAdvertised } from './session-extensions.js';
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
