import { objectOf } from '../../../model/json-access.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isVersion } from './version-number.js';

export const invalidProtocolVersion = defineRule({
  id: 'init/invalid-protocol-version',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'protocolVersion must be an integer: the major version of ACP.',
  explanation:
    'The two sides compare the numbers to find a version that both speak. With anything else this negotiation ' +
    'fails. Send 1, or 2 for the draft. A date is a version of another protocol, MCP.\n\n' +
    'Only a warning if the client requests version 0, which was never released. An agent that answers 0 is reported ' +
    'by init/unknown-version-agreed.',
  spec: 'v1/initialization#protocol-version',
  messages: {
    invalid: 'protocolVersion is {found}; it must be an integer from 1 to 65535',
    date: 'protocolVersion is {found}, which looks like a version of MCP; ACP versions are integers, such as 1',
    missing: 'initialize has no protocolVersion; it must be an integer, such as 1',
    zero: 'protocolVersion is 0; the first version of ACP is 1',
  },
  on: ['request:initialize', 'response:initialize'],
  inspect({ step, shapes, report, claim }) {
    const { message, error, result } = step;
    if (error !== undefined || message.kind === 'malformed') return;
    const isAnswer = message.kind === 'response';
    // params or a result that is not an object is another fault
    const said = objectOf(isAnswer ? result : (message.params ?? {}));
    if (said === undefined) return;
    for (const finding of shapes) if (finding.path[0] === 'protocolVersion') claim(finding);
    const found = said['protocolVersion'];
    if (found === 0 && !isAnswer) report('zero', { severity: 'warning' });
    if (isVersion(found)) return;
    if (found === undefined) report('missing');
    else report(isDate(found) ? 'date' : 'invalid', { data: { found: quoted(found) } });
  },
});

function isDate(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}
