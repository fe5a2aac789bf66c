import { rulesOfFixture } from '../../../src/replay/script/rules-of-fixture.js';
import { request, result } from '../conversations/conversation.js';
import { opened, prompt, ROOT, stopped } from '../conversations/opened.js';
import { chunk, notification, update, type Conversation } from '../conversations/scripted.js';

/** Something of everything that is told. */
export const EXPLAINED: Conversation = [
  ...opened('made', 'other'),
  ['client', request(9, 'session/load', { sessionId: 'brought', cwd: ROOT, mcpServers: [] })],
  ['agent', result(9, {})],
  ['client', request(3, 'session/set_mode', { sessionId: 'made', modeId: 'x' })],
  ['agent', update('made', 'current_mode_update', { currentModeId: 'x' })],
  ['agent', result(3, {})],
  ['agent', request(0, 'fs/read_text_file', { sessionId: 'made', path: `${ROOT}/a` })],
  ['client', result(0, { content: '' })],
  ['agent', chunk('made', 'at /home/me/pro')],
  ['client', prompt(4, 'made', 'a \u001b[31m prompt')],
  ['agent', chunk('made', 'ject/b, and at /usr/bin/env')],
  ['agent', request(1, 'terminal/create', { sessionId: 'made', command: 'ls', cwd: `/private${ROOT}` })],
  ['client', result(1, { terminalId: 'term' })],
  ['stderr', 'a warning'],
  ['agent', stopped(4)],
  ['client', request(5, 'session/close', { sessionId: 'made' })],
  ['agent', result(5, {})],
  ['agent', notification('_own', {})],
  ['client', prompt(6, 'nowhere')],
  ['event', 'exit', { code: '3' }],
];

/** Headers of its fixture. */
export const EXPLAINED_RULES = rulesOfFixture(
  [
    ['ignore', '/params/mcpServers'],
    ['match', '/params/prompt/0/text ~ /^Today is .*/i'],
  ],
  () => 'x.acp',
);
