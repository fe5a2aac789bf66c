import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const mcpCommandNotAbsolute = defineRule({
  id: 'path/mcp-command-not-absolute',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The command of an MCP server should be an absolute path.',
  explanation:
    'The agent starts the server with its own PATH. Under an editor or a service that is often not the PATH of the ' +
    "user's shell. Then the server is not found, or another program of that name runs. Resolve the command where " +
    'the user configured it, and send the full path.\n\n' +
    'Only a warning in v1, which only describes it this way and where bare commands are common. An error in v2, ' +
    'whose schema requires an absolute path.',
  spec: 'v1/session-setup#stdio-transport',
  messages: { bare: '{place} is {found}; the command of an MCP server should be an absolute path' },
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
