import type { ProtocolVersion } from '../../../acp/methods/protocol.js';
import type { ShapeFinding } from '../../../acp/schema/shape.js';
import { capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import { objectOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import type { Sender } from '../../../wire/frame.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { isKnownVersion, isVersion } from './version-number.js';

/** The member of initialize in which a side says its name. */
function infoField(side: Sender, version: ProtocolVersion): string {
  return version === 2 ? 'info' : `${side}Info`;
}

/** What a side says in initialize: the params of the client, the result of the agent. */
function saidIn({ message, params, result, error }: Step): JsonObject | undefined {
  if (message.kind !== 'response') return params;
  return error === undefined ? objectOf(result) : undefined;
}

/** Whether the message says a version that there is, so that it is clear which members belong into it. */
function hasKnownVersion(said: JsonObject): boolean {
  const version = said['protocolVersion'];
  return isVersion(version) && isKnownVersion(version);
}

export const wrongVersionFields = defineRule({
  id: 'init/wrong-version-fields',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'initialize has the members of the version that it names.',
  explanation:
    'v1 calls them clientCapabilities, clientInfo, agentCapabilities and agentInfo, v2 calls them capabilities and ' +
    'info on both sides. A member of the other version is unknown and so ignored: the other side takes it that ' +
    'nothing is supported. Rename the members, or send both sets, as a client may that offers 2 and wants to be ' +
    'understood by agents of v1. Not reported: members of both versions side by side.',
  spec: 'v2/migration',
  messages: { wrong: '{found} belongs to ACP v{other}; in v{version} it is {expected}' },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, shapes, report, claim }) {
    const said = saidIn(step);
    if (said === undefined || !hasKnownVersion(said)) return;
    const { sender, version } = step;
    const other = version === 2 ? 1 : 2;
    const pairs = [capabilitiesField, infoField].map(
      (field) => [field(sender, other), field(sender, version)] as const,
    );
    const wrong = pairs.filter(([found, expected]) => Object.hasOwn(said, found) && !Object.hasOwn(said, expected));
    if (wrong.length === 0) return;
    // what is missing is there, under the other name; and what is lost with the one name is not asked for again
    for (const finding of shapes) if (concerns(finding, wrong.flat())) claim(finding);
    const found = enumerated(wrong.map(([name]) => quoted(name)));
    const expected = enumerated(wrong.map(([, name]) => quoted(name)));
    report('wrong', { data: { found, other, version, expected } });
  },
});

function concerns({ path }: ShapeFinding, names: readonly string[]): boolean {
  return typeof path[0] === 'string' && names.includes(path[0]);
}

export const missingImplementationInfo = defineRule({
  id: 'init/missing-implementation-info',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Client and agent say their name and version in initialize.',
  explanation:
    'Users and bug reports need to know who spoke with whom. v1 recommends clientInfo and agentInfo and announces that ' +
    'they will be required; v2 requires info of both sides, so there it is an error. Send name and version.',
  spec: 'v1/initialization#implementation-information',
  isOptIn: true,
  messages: { missing: 'initialize has no {field}: it is not said who the {side} is' },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, shapes, report, claim, hasReported }) {
    const said = saidIn(step);
    const { sender, version } = step;
    const field = infoField(sender, version);
    if (said === undefined || (said[field] ?? null) !== null || hasReported('init/wrong-version-fields')) return;
    if (version === 2) for (const finding of shapes) if (concerns(finding, [field])) claim(finding);
    report('missing', { data: { field, side: sender }, severity: version === 2 ? 'error' : 'warning' });
  },
});

export const missingCapabilities = defineRule({
  id: 'init/missing-capabilities',
  severity: 'info',
  versions: ['v1'],
  fault: 'sender',
  summary: 'Client and agent say in initialize what they can do.',
  explanation:
    'The prose of v1 wants both messages to carry capabilities, the schema has defaults for them: without them nothing ' +
    'optional is supported. That may be what was meant; if it was not, this is why the other side offers so little. ' +
    'Send the object, and if it is empty.',
  spec: 'v1/initialization',
  messages: { missing: 'initialize has no {field}: nothing optional of the {side} is supported' },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, report, hasReported }) {
    const said = saidIn(step);
    const { sender } = step;
    const field = capabilitiesField(sender, 1);
    if (said === undefined || said[field] !== undefined || hasReported('init/wrong-version-fields')) return;
    report('missing', { data: { field, side: sender } });
  },
});

export const wrongCapabilityShape = defineRule({
  id: 'init/wrong-capability-shape',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Each capability is a boolean or an object, as its version has it.',
  explanation:
    'In v1 loadSession, terminal and the members of promptCapabilities, mcpCapabilities and fs are booleans, the others ' +
    'are objects, empty where there is nothing to say; in v2 all are objects. Readers take a marker of the other type ' +
    'for one that is not there, so that the capability is lost. Not reported: null, which means not supported.',
  spec: 'v1/initialization#capabilities',
  messages: { wrong: '{place} is {found}; it has to be {expected}, and so counts as not supported' },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, shapes, report, claim, isClaimed }) {
    const field = capabilitiesField(step.sender, step.version);
    for (const finding of shapes) {
      const { path, kind, found, expected } = finding;
      if (kind !== 'wrong-type' || path[0] !== field || path.includes('_meta') || found === null) continue;
      if (isClaimed(finding)) continue;
      claim(finding);
      report('wrong', { data: { place: path.join('.'), found: quoted(found), expected } });
    }
  },
});
