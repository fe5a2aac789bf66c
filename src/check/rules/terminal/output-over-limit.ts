import { objectOf, textOf } from '../../../model/json-access.js';
import { clientTerminal } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** How many bytes below the limit a cut at a character boundary may end. */
const CHARACTER_BYTES = 4;

export const outputOverLimit = defineRule({
  id: 'terminal/output-over-limit',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'Terminal output must stay within outputByteLimit, and truncated must say if it was cut.',
  explanation:
    'The agent sets the limit by what the model has room for. It counts bytes of UTF-8, not characters. Cut output ' +
    'above the limit at its beginning, between two characters, and set truncated to true from then on. Otherwise ' +
    'the model takes the rest for the whole.\n\n' +
    'Only a warning for a cut inside a character or a cut without truncated, because both are inferred from the ' +
    'text. Not reported: terminals without a limit.',
  spec: 'v1/terminals#executing-commands',
  messages: {
    over: 'the output of terminal {id} has {bytes} bytes; its outputByteLimit is {limit}',
    split: 'the output of terminal {id} was cut inside a character: it begins with U+FFFD',
    untold: 'the output of terminal {id} has lost its beginning at its outputByteLimit, but truncated is false',
  },
  on: ['response:terminal/output'],
  inspect({ step, connection, report }) {
    const { params, sessionId, result } = step;
    const id = textOf(params?.['terminalId']);
    const terminal = clientTerminal(connection, sessionId, id);
    const answer = objectOf(result);
    const output = textOf(answer?.['output']);
    const limit = terminal?.outputByteLimit;
    if (terminal === undefined || limit === undefined || output === undefined || id === undefined) return;
    const bytes = new TextEncoder().encode(output).length;
    const data = { id: quoted(id), bytes, limit };
    if (bytes > limit) {
      report('over', { data, evidence: [terminal] });
    } else if (answer?.['truncated'] === true) {
      if (output.startsWith('\uFFFD')) report('split', { data, severity: 'warning', evidence: [terminal] });
    } else if (bytes > limit - CHARACTER_BYTES && lacksItsHead(output, terminal.output)) {
      report('untold', { data, severity: 'warning', evidence: [terminal] });
    }
  },
});

/** Whether output that was complete before has lost its beginning. */
function lacksItsHead(
  output: string,
  before: { readonly head: string; readonly truncated: boolean } | undefined,
): boolean {
  return before !== undefined && !before.truncated && before.head !== '' && !output.startsWith(before.head);
}
