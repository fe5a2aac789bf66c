import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const terminalNotAdvertised = defineRule({
  id: 'capability/terminal-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: "The agent must use the client's terminals only if the client announced the terminal capability.",
  explanation:
    'A client without the capability runs no commands: it answers with an error or not at all. Check ' +
    'clientCapabilities.terminal. Without it, run commands in the agent itself.\n\n' +
    'Not reported: requests for a terminal that the client created nevertheless; its creation was already reported. ' +
    'v2 has no such methods.',
  spec: 'v1/terminals#checking-support',
  messages: METHOD_MESSAGES,
  on: [
    'call:terminal/create',
    'call:terminal/output',
    'call:terminal/wait_for_exit',
    'call:terminal/kill',
    'call:terminal/release',
  ],
  inspect(context) {
    const { connection, step } = context;
    if (connection.terminals.has(textOf(step.params?.['terminalId']) ?? '')) return;
    inspectMethod(context, 'client', 'terminal');
  },
});
