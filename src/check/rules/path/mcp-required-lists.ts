import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { objectOf } from '../../../model/json-access.js';
import { claimWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { enumeratedOnce, holderOf, isMisspelled, placeOf, valueAt } from '../../engine/shape-wording.js';
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

const LISTS: ReadonlySet<unknown> = new Set(['args', 'env', 'headers', 'mcpServers']);

export const mcpRequiredLists = defineRule({
  id: 'path/mcp-required-lists',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 the lists of MCP servers are there even when they are empty: mcpServers, args, env, headers.',
  explanation:
    'Typed agents refuse the request, or drop the server without a word, for a list that is not there. Send [] for ' +
    'mcpServers, for args and env of a server that is started, and for headers of one that is reached by URL; that one ' +
    'needs a type, too, or it is read as one to be started. v2 made the lists optional.',
  spec: 'v1/session-setup#mcp-servers',
  messages: {
    servers: 'mcpServers is missing; v1 needs the list, [] where there is no server',
    lists: '{place} ({name}) lacks {lists}; v1 needs the lists even when they are empty',
    untagged: '{place} ({name}) has a url and no type; it has to say "http" or "sse", or it is one to be started',
  },
  on: ['shape'],
  inspect(context) {
    const { step, shapes, claim, isClaimed, report } = context;
    // without any params there is more amiss than a list: schema/invalid-params
    if (step.params === undefined) return;
    for (const finding of shapes) {
      if (isClaimed(finding) || !isMissingFromServers(finding)) continue;
      const { path } = finding;
      const server = path.slice(0, -1);
      const place = placeOf(step, server);
      const value = objectOf(valueAt(step, server));
      const name = quoted(value?.['name']);
      if (path.length === 3 && value !== undefined && !('type' in value) && 'url' in value) {
        claimWithin(context, server);
        report('untagged', { data: { place, name } });
        continue;
      }
      const lists = shapes.filter((other) => isMissingList(other, shapes) && holderOf(other) === holderOf(finding));
      if (!lists.includes(finding)) continue;
      for (const other of lists) claim(other);
      if (path.length === 1) report('servers');
      else report('lists', { data: { place, name, lists: enumeratedOnce(lists) } });
    }
  },
});

function isMissingFromServers({ kind, path }: ShapeFinding): boolean {
  return kind === 'missing' && path[0] === 'mcpServers' && (path.length === 1 || path.length === 3);
}

function isMissingList(finding: ShapeFinding, shapes: readonly ShapeFinding[]): boolean {
  return isMissingFromServers(finding) && LISTS.has(finding.path.at(-1)) && !isMisspelled(finding, shapes);
}
