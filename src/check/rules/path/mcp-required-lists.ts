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
