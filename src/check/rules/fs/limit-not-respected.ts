import { numberOf, objectOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { counted } from '../../engine/wording.js';

export const limitNotRespected = defineRule({
  id: 'fs/limit-not-respected',
  severity: 'warning',
  versions: ['v1'],
  fault: 'client',
  summary: 'A file read with a limit should have at most that many lines.',
  explanation:
    'The agent asks for a part of the file because the model has no room for more, or because it relies on where ' +
    'the part ends. A client that sends the whole file fills up the context, or shifts all later line numbers.\n\n' +
    'A newline at the end ends the last line; it does not start another one.',
  spec: 'v1/file-system#reading-files',
  messages: { more: 'the client returned {lines}; the agent asked for at most {limit}' },
  on: ['response:fs/read_text_file'],
  inspect({ step, report }) {
    const limit = numberOf(step.params?.['limit']);
    const content = textOf(objectOf(step.result)?.['content']);
    if (limit === undefined || limit < 0 || content === undefined) return;
    const lines = linesIn(content);
    if (lines > limit) report('more', { data: { lines: counted(lines, 'line'), limit }, evidence: [step.exchange] });
  },
});

function linesIn(content: string): number {
  if (content === '') return 0;
  let newlines = 0;
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) newlines += 1;
  return content.endsWith('\n') ? newlines : newlines + 1;
}
