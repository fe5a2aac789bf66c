import { METHOD_NOT_FOUND, NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { textOf } from '../../../model/json-access.js';
import type { ErrorFacts } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { isChild } from './roots.js';

export const writeFailedToCreate = defineRule({
  id: 'fs/write-failed-to-create',
  severity: 'warning',
  versions: ['v1'],
  fault: 'client',
  summary: 'Writing to a file that does not exist should create it.',
  explanation:
    'The specification says MUST, because agents have no other way to create files. Open the file in a mode that ' +
    'creates it.\n\n' +
    'Only an info if the folder may be missing too, a case that the specification leaves open. Not reported: errors ' +
    'about anything else, such as a folder, a session or missing permissions.',
  spec: 'v1/file-system#writing-files',
  messages: {
    missing: 'the client answered fs/write_text_file for {path} with error {code} ({text}); it must create the file',
  },
  on: ['response:fs/write_text_file'],
  inspect({ step, faultsOf, report }) {
    const { error, exchange, session } = step;
    const path = textOf(step.params?.['path']);
    if (error === undefined || exchange === undefined || path === undefined || faultsOf(exchange).length > 0) return;
    if (!isMissingFile(without(path, error))) return;
    // only the session's roots are known to exist
    const isFolderThere = session?.roots.some((root) => isChild(path, root)) === true;
    report('missing', {
      data: { path: quoted(path), code: error.code ?? 'without code', text: quoted(error.message) },
      evidence: [exchange],
      ...(!isFolderThere && { severity: 'info' }),
    });
  },
});

/** The error without the path in it, whose folder names must not count as a reason. */
function without(path: string, { code, message, data }: ErrorFacts): ErrorFacts {
  const text = data === undefined || data === null ? message : `${message} ${JSON.stringify(data)}`;
  return { code, message: text.replaceAll(path, ''), data: undefined };
}

function isMissingFile(error: ErrorFacts): boolean {
  if (error.code === METHOD_NOT_FOUND || mentions(error, OTHER_REASON)) return false;
  return error.code === NOT_FOUND || mentions(error, MISSING);
}

const MISSING = /ENOENT|no such file|(file|path|resource)( was)? not found|does(n't| not) exist|not exist/i;

/** Words for anything else missing or forbidden. Systems say "no such file or directory" for a missing file. */
const OTHER_REASON =
  /(?<!no such file or )\bdirector(y|ies)\b|\bparent\b|\bfolder\b|\bsession\b|\bmethod\b|\boutside\b|\bworkspace\b|\bproject\b|permission|denied|not allowed|read-only/i;
