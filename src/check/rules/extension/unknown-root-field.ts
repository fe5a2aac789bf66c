import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { hintOf, placeOf } from '../../engine/shape-wording.js';

/** Fields that drafts of v1 had and no schema has any more: SDKs of their time still send them. */
const LEGACY: ReadonlySet<string> = new Set(['models', 'usage', 'messageId', 'userMessageId']);

/** The same, where the name means it only in one type: sign-in by environment variables was a draft once. */
const LEGACY_OF_TYPE: ReadonlySet<string> = new Set([
  'AuthMethodAgent type',
  'AuthMethodAgent vars',
  'AuthMethodAgent link',
]);

/** A tag that v1 leaves out for the usual kind and that says the same when it is there. */
const NEEDLESS: ReadonlySet<string> = new Set(['McpServerStdio type']);

export const unknownRootField = defineRule({
  id: 'extension/unknown-root-field',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Objects of the protocol hold only the fields of the protocol; what is custom goes into their _meta.',
  explanation:
    'The protocol keeps all other names of its objects for itself: a later version may give the field another meaning. ' +
    'Receivers do not fail, typed ones throw the field away. Move it into _meta, under a key with the name of the ' +
    'vendor. Reported once for a type and a field; info where a draft of the protocol had the field. Not reported: ' +
    'anything below _meta, rawInput, rawOutput, error.data, env and the like, and custom methods and variants. If the ' +
    'field is of a newer version of the protocol than this program knows, ignore the rule.',
  spec: 'v1/extensibility#custom-fields',
  messages: {
    custom: '{place} is no field of {type}{hint}; custom data goes into _meta',
    other: '{place} is no field of {type} in v{version}, only in v{otherVersion}',
    legacy: '{place} is a field of an older draft of {type}; ACP v{version} has it no more',
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
 * A client that offers v2 may say what it is in the words of v1 too, so that an agent of v1 understands it. Which
 * version it offers is not known where the number itself is malformed.
 */
function isIntroduction(member: string, version: 1 | 2, params: JsonObject | undefined): boolean {
  const isUnknown = typeof params?.['protocolVersion'] !== 'number';
  return INTRODUCTIONS[1].includes(member) ? version === 2 : isUnknown && INTRODUCTIONS[2].includes(member);
}
