import { objectOf, textOf } from '../../../model/json-access.js';
import { clientTerminal } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** What a cut at a character boundary may leave unused of the limit. */
const CHARACTER_BYTES = 4;

export const outputOverLimit = defineRule({
  id: 'terminal/output-over-limit',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'The output of a terminal stays within outputByteLimit, is cut from its beginning, and says so.',
  explanation:
    'The agent sets the limit by the room that the model has. It counts bytes of UTF-8, not characters. What is over it is ' +
    'cut from the beginning, at a character boundary, and truncated is true from then on; otherwise the model takes the ' +
    'rest for the whole. That a cut went through a character, or was not told, is inferred from the text and only a ' +
    'warning. Not reported: terminals without a limit.',
  spec: 'v1/terminals#executing-commands',
  messages: {
    over: 'the output of terminal {id} has {bytes} bytes; its outputByteLimit is {limit}',
    split: 'the output of terminal {id} was cut in the middle of a character: it begins with U+FFFD',
    untold: 'the beginning of the output of terminal {id} is gone at its outputByteLimit, and truncated is false',
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

/** Whether output that was whole before does not begin any more as it did. */
function lacksItsHead(
  output: string,
  before: { readonly head: string; readonly truncated: boolean } | undefined,
): boolean {
  return before !== undefined && !before.truncated && before.head !== '' && !output.startsWith(before.head);
}
