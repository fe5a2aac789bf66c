import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const mcpCommandNotAbsolute = defineRule({
  id: 'path/mcp-command-not-absolute',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The command of an MCP server that the agent starts is an absolute path.',
  explanation:
    'The agent starts the server with its own PATH, which under an editor or a service is often not that of the shell: ' +
    'the server of the user is then not found, or another of that name runs. Look the command up where the user ' +
    'configured it and send the path. A warning in v1, which only describes it so and where bare commands are common; ' +
    'an error in v2, whose schema has an absolute path there.',
  spec: 'v1/session-setup#stdio-transport',
  messages: { bare: '{place} is {found}; the command of an MCP server is an absolute path' },
  on: ['shape'],
  inspect({ step, protocol, shapes, claim, isClaimed, report }) {
    for (const finding of shapes) {
      const { kind, type, member, path, found } = finding;
      if (kind !== 'path' || type !== 'McpServerStdio' || member !== 'command' || isClaimed(finding)) continue;
      claim(finding);
      const severity = protocol.version === 1 ? 'warning' : 'error';
      report('bare', { data: { place: placeOf(step, path), found: quoted(found) }, severity });
    }
  },
});
