import { claimWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

const CONTENT_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

export const bareContentBlock = defineRule({
  id: 'schema/bare-content-block-in-tool-content',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A content block in a tool call must be wrapped: {"type":"content","content":{...}}.',
  explanation:
    'The content of a tool call is a list whose items have the type "content", "diff" or "terminal". Readers silently ' +
    'drop a bare text or image block, so the user sees a call without output. An example in the ACP documentation ' +
    'makes this mistake. Wrap the block.\n\n' +
    'Only a warning in v2, where the list of types is open: the name is reserved, and no client shows the block.',
  spec: 'v1/tool-calls#content',
  messages: { bare: '{place} is a bare {found} block; wrap it as the content of an item of type "content"' },
  on: ['shape'],
  inspect(context) {
    const { step, protocol, shapes, isClaimed, report } = context;
    for (const finding of shapes) {
      const { kind, type, found, path } = finding;
      if (type !== 'ToolCallContent' || (kind !== 'unknown-variant' && kind !== 'open-variant')) continue;
      if (!CONTENT_BLOCKS.has(found) || isClaimed(finding)) continue;
      claimWithin(context, path.slice(0, -1));
      const place = placeOf(step, path.slice(0, -1));
      const severity = protocol.version === 1 ? 'error' : 'warning';
      report('bare', { data: { place, found: quoted(found) }, severity });
    }
  },
});
