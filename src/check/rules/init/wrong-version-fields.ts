import { capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { concerns, infoField, saidIn } from './said-in-initialize.js';
import { isKnownVersion, isVersion } from './version-number.js';

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
