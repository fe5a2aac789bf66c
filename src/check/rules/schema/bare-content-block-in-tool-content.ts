import { nearestKnown } from '../../../acp/schema/shape.js';
import { claimWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { listed, placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';
import { BROKEN_MESSAGES, brokenOf, reportBroken } from './broken.js';

export const unknownUpdateVariant = defineRule({
  id: 'schema/unknown-update-variant',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A session update of v1 is of one of the kinds that v1 has.',
  explanation:
    'The kinds of updates are closed in v1: typed clients refuse the whole notification, others drop it, and the user ' +
    'never sees what it says. Use a kind of v1 with the extra data in its _meta, or a notification of your own whose ' +
    'method begins with an underscore. Kinds of v2 are version/v2-surface-on-v1, those of the unstable schema ' +
    'extension/unstable-surface.',
  spec: 'v1/prompt-turn#3-agent-reports-output',
  messages: {
    unknown: 'there is no session update {found} in v1{hint}; it has {known}',
  },
  on: ['update if remarkable'],
  inspect({ shapes, isClaimed, claim, report }) {
    for (const finding of shapes) {
      const { kind, type, found, known } = finding;
      if (kind !== 'unknown-variant' || type !== 'SessionUpdate' || isClaimed(finding)) continue;
      claim(finding);
      const nearest = nearestKnown(finding);
      const hint = nearest === undefined ? '' : ` (did you mean ${quoted(nearest)}?)`;
      report('unknown', { data: { found: quoted(found), hint, known: listed(known) } });
    }
  },
});

export const unknownEnumValue = defineRule({
  id: 'schema/unknown-enum-value',
  severity: 'error',
  versions: ['v1'],
  fault: 'sender',
  summary: 'Where v1 lists the values of a field, the field has one of them.',
  explanation:
    'The enums of v1 are closed: a typed reader refuses the whole message for one value that it does not know. Send one ' +
    'of those that the message names. Not reported: the category of config options and other lists that v1 leaves open, ' +
    'and fields that readers replace by their default (schema/tolerated-field).',
  spec: 'v1/schema',
  messages: BROKEN_MESSAGES,
  on: ['shape'],
  inspect(context) {
    for (const finding of brokenOf(context)) {
      const isEnum = finding.kind === 'unknown-value' || isOutcome(finding);
      if (isEnum && !finding.tolerated) reportBroken(context, finding);
    }
  },
});

/** The outcome of a permission is a tag with one field beside it; for who sends it, it is an enum. */
function isOutcome({ kind, member }: { kind: string; member: string }): boolean {
  return kind === 'unknown-variant' && member === 'outcome';
}

export const modeUpdateModeId = defineRule({
  id: 'schema/mode-update-modeid',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A current_mode_update names the mode in currentModeId.',
  explanation:
    'Until September 2026 the example on the page had modeId, which no schema ever had; agents written after it change ' +
    'the mode and no client shows it. Rename the field to currentModeId. (session/set_mode does have modeId.)',
  spec: 'v1/session-modes#from-the-agent',
  messages: {
    renamed: 'current_mode_update has modeId {found} and no currentModeId; the field is called currentModeId',
  },
  on: ['update:current_mode_update'],
  inspect({ step, shapes, claim, report }) {
    const { update } = step;
    if (update === undefined || !Object.hasOwn(update, 'modeId') || Object.hasOwn(update, 'currentModeId')) return;
    for (const finding of shapes) {
      const name = finding.path.at(-1);
      if (finding.path.length === 2 && (name === 'modeId' || name === 'currentModeId')) claim(finding);
    }
    report('renamed', { data: { found: quoted(update['modeId']) } });
  },
});

const CONTENT_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

export const bareContentBlock = defineRule({
  id: 'schema/bare-content-block-in-tool-content',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A content block among the content of a tool call is wrapped: {"type":"content","content":{...}}.',
  explanation:
    'The content of a tool call is a list of contents, diffs and terminals; a text or image block is not one of them by ' +
    'itself. Readers drop the item without a word, and the user sees a call without output. One example of the pages ' +
    'had it wrong. Wrap the block. In v2 the list of types is open, so it is a warning there: the name is reserved, ' +
    'and no client shows it.',
  spec: 'v1/tool-calls#content',
  messages: { bare: '{place} is a bare {found} block; it has to be the content of an item of type "content"' },
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
