import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { hintOf, placeOf } from '../../engine/shape-wording.js';

/** Fields that drafts of v1 had, but no schema has any more. SDKs of that time still send them. */
const LEGACY: ReadonlySet<string> = new Set(['models', 'usage', 'messageId', 'userMessageId']);

/** The same for names that only count in one type: sign-in by environment variables was once a draft. */
const LEGACY_OF_TYPE: ReadonlySet<string> = new Set([
  'AuthMethodAgent type',
  'AuthMethodAgent vars',
  'AuthMethodAgent link',
]);

/** A tag that v1 leaves out for the usual kind; sending it changes nothing. */
const NEEDLESS: ReadonlySet<string> = new Set(['McpServerStdio type']);

export const unknownRootField = defineRule({
  id: 'extension/unknown-root-field',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Custom fields should be in _meta, not in the objects of the protocol.',
  explanation:
    'The protocol reserves all other names in its objects: a later version may give your field another meaning. ' +
    'Receivers do not fail, but typed ones drop the field. Move it into _meta, under a key with your vendor name.\n\n' +
    'Only an info if a draft of the protocol once had the field. Reported once per type and field. Not reported: ' +
    'anything inside _meta, rawInput, rawOutput, error.data, env and similar; custom methods and variants. If the ' +
    'field comes from a newer version of the protocol than Turntable knows, ignore this rule.',
  spec: 'v1/extensibility#custom-fields',
  messages: {
    custom: '{place} is not a field of {type}{hint}; put custom data into _meta',
    other: '{place} is not a field of {type} in v{version}, only in v{otherVersion}',
    legacy: '{place} is a field from an older draft of {type}; ACP v{version} no longer has it',
  },
  on: ['shape'],
  inspect({ step, protocol, shapes, claim, isClaimed, report }) {
    const { version } = protocol;
    for (const finding of shapes) {
      if (finding.kind !== 'unknown-member' || isClaimed(finding)) continue;
      claim(finding);
      const { type, path } = finding;
      const member = String(path.at(-1));
      if (type === 'InitializeRequest' && isIntroduction(member, version, step.params)) continue;
      const place = placeOf(step, path);
      const once = `${type} ${member}`;
      if (LEGACY.has(member) || LEGACY_OF_TYPE.has(once)) {
        report('legacy', { data: { place, type, version }, severity: 'info', once });
      } else if (protocol.memberElsewhere(type, member) === 'other-version') {
        const severity = NEEDLESS.has(once) ? 'info' : 'warning';
        report('other', { data: { place, type, version, otherVersion: 3 - version }, severity, once });
      } else {
        report('custom', { data: { place, type, hint: hintOf(finding) }, once });
      }
    }
  },
});

const INTRODUCTIONS: Readonly<Record<1 | 2, readonly string[]>> = {
  1: ['clientCapabilities', 'clientInfo'],
  2: ['capabilities', 'info'],
};

/**
 * A client that offers v2 may also send the fields of v1, so that a v1 agent understands it. If the version number is
 * malformed, it is unknown which version it offers.
 */
function isIntroduction(member: string, version: 1 | 2, params: JsonObject | undefined): boolean {
  const isUnknown = typeof params?.['protocolVersion'] !== 'number';
  return INTRODUCTIONS[1].includes(member) ? version === 2 : isUnknown && INTRODUCTIONS[2].includes(member);
}
