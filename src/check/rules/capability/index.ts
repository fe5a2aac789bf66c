import type { Rule } from '../../engine/rule.js';
import { additionalDirectoriesNotAdvertised } from './additional-directories-not-advertised.js';
import { advertisedButNotFound, advertisedButRejected } from './advertised-but.js';
import { baselineContentRejected, baselineMethodMissing } from './baseline.js';
import { booleanConfigNotAdvertised } from './boolean-config-not-advertised.js';
import { closeNotAdvertised } from './close-not-advertised.js';
import { compactionNotAdvertised } from './compaction-not-advertised.js';
import { deleteNotAdvertised } from './delete-not-advertised.js';
import { elicitationModeNotAdvertised } from './elicitation-mode-not-advertised.js';
import { fsReadNotAdvertised, fsWriteNotAdvertised } from './fs.js';
import { listNotAdvertised } from './list-not-advertised.js';
import { loadNotAdvertised } from './load-not-advertised.js';
import { mcpMessageUndeclaredServer, mcpStdioRejected, mcpTransportNotAdvertised } from './mcp.js';
import { noticeNotAdvertised } from './notice-not-advertised.js';
import { promptAudioNotAdvertised, promptEmbeddedNotAdvertised, promptImageNotAdvertised } from './prompt.js';
import { resumeNotAdvertised } from './resume-not-advertised.js';
import { terminalNotAdvertised } from './terminal-not-advertised.js';

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
