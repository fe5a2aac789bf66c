import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { objectOf } from '../../../model/json-access.js';
import { claimWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { enumeratedOnce, holderOf, isMisspelled, placeOf, valueAt } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

const LISTS: ReadonlySet<unknown> = new Set(['args', 'env', 'headers', 'mcpServers']);

export const mcpRequiredLists = defineRule({
  id: 'path/mcp-required-lists',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 the lists of MCP servers must be present, even if they are empty.',
  explanation:
    'These are mcpServers, args, env and headers. If one is missing, typed agents refuse the request or silently ' +
    'drop the server. Send [] for mcpServers, for args and env of a server that the agent starts, and for headers ' +
    'of a server with a URL. A server with a URL also needs a type; without it the agent takes it for one to start. ' +
    'v2 made the lists optional.',
  spec: 'v1/session-setup#mcp-servers',
  messages: {
    servers: 'mcpServers is missing; v1 requires the list, [] if there are no servers',
    lists: '{place} ({name}) has no {lists}; v1 requires the lists even if they are empty',
    untagged:
      '{place} ({name}) has a url but no type; add "http" or "sse", or the agent takes it for a server to start',
  },
  on: ['shape'],
  inspect(context) {
    const { step, shapes, claim, isClaimed, report } = context;
    // missing params are schema/invalid-params
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
