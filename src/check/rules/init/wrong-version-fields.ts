import { capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import type { Step } from '../../../model/state/step.js';
import type { JsonObject } from '../../../wire/json-text.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { concerns, infoField, saidIn } from './said-in-initialize.js';
import { isKnownVersion, isVersion } from './version-number.js';

/** Whether the message names an existing version, so that it is clear which fields belong in it. */
function hasKnownVersion(said: JsonObject): boolean {
  const version = said['protocolVersion'];
  return isVersion(version) && isKnownVersion(version);
}

const MESSAGES = {
  wrong: 'initialize has {found} of ACP v{other}; v{version} has {expected} instead',
  number:
    'the agent answered with version {answered}, but with {found} of the requested v{version}; Turntable checks the connection as v{version}',
} as const;

export const wrongVersionFields = defineRule({
  id: 'init/wrong-version-fields',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'initialize must have the fields of the version it names.',
  explanation:
    'In v1 they are clientCapabilities, clientInfo, agentCapabilities and agentInfo. In v2 they are capabilities ' +
    'and info on both sides. Readers ignore the fields of the other version, so they assume that nothing is ' +
    'supported. Rename the fields. A client that offers v2 may send both sets, so that agents of v1 understand it ' +
    'too.\n\n' +
    'If the answer has the fields of the requested version but the number of another, Turntable takes the number for ' +
    'the mistake and checks the connection as the requested version. Not reported: fields of both versions side by ' +
    'side.',
  spec: 'v2/migration',
  messages: MESSAGES,
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, shapes, report, claim }) {
    const said = saidIn(step);
    if (said === undefined || !hasKnownVersion(said)) return;
    const { sender, version } = step;
    if (said['protocolVersion'] !== version) {
      judgeNumber(step, said, report);
      return;
    }
    const other = version === 2 ? 1 : 2;
    const pairs = [capabilitiesField, infoField].map(
      (field) => [field(sender, other), field(sender, version)] as const,
    );
    const wrong = pairs.filter(([found, expected]) => Object.hasOwn(said, found) && !Object.hasOwn(said, expected));
    if (wrong.length === 0) return;
    // neither report the missing fields, which are there under the other name, nor the unknown ones
    for (const finding of shapes) if (concerns(finding, wrong.flat())) claim(finding);
    const found = enumerated(wrong.map(([name]) => quoted(name)));
    const expected = enumerated(wrong.map(([, name]) => quoted(name)));
    report('wrong', { data: { found, other, version, expected } });
  },
});

/** Judges an answer whose fields fit its version, but whose number does not. */
function judgeNumber(
  { sender, version, exchange }: Step,
  said: JsonObject,
  report: Context<typeof MESSAGES>['report'],
): void {
  const names = [capabilitiesField, infoField].map((field) => field(sender, version));
  const found = enumerated(names.filter((name) => Object.hasOwn(said, name)).map(quoted));
  const answered = quoted(said['protocolVersion']);
  report('number', { data: { answered, version, found }, evidence: [exchange] });
}
