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
  summary: 'Writing to a file that does not exist creates it.',
  explanation:
    'The specification says MUST: agents write new files this way and have no other. Open the file so that it is created. ' +
    'Only an info where the folder of the file may be missing too, which the specification leaves open. Not reported: ' +
    'errors about something else, such as a folder, a session or what the user may not write.',
  spec: 'v1/file-system#writing-files',
  messages: {
    missing: 'fs/write_text_file for {path} was answered by error {code} ({text}); the file has to be created',
  },
  on: ['response:fs/write_text_file'],
  inspect({ step, faultsOf, report }) {
    const { error, exchange, session } = step;
    const path = textOf(step.params?.['path']);
    if (error === undefined || exchange === undefined || path === undefined || faultsOf(exchange).length > 0) return;
    if (!isMissingFile(without(path, error))) return;
    // only the working directories are known to be there
    const isFolderThere = session?.roots.some((root) => isChild(path, root)) === true;
    report('missing', {
      data: { path: quoted(path), code: error.code ?? 'without code', text: quoted(error.message) },
      evidence: [exchange],
      ...(!isFolderThere && { severity: 'info' }),
    });
  },
});

/** The error without the path in it: what its folders are called is no reason. */
function without(path: string, { code, message, data }: ErrorFacts): ErrorFacts {
  const text = data === undefined || data === null ? message : `${message} ${JSON.stringify(data)}`;
  return { code, message: text.replaceAll(path, ''), data: undefined };
}

function isMissingFile(error: ErrorFacts): boolean {
  if (error.code === METHOD_NOT_FOUND || mentions(error, OTHER_REASON)) return false;
  return error.code === NOT_FOUND || mentions(error, MISSING);
}

const MISSING = /ENOENT|no such file|(file|path|resource)( was)? not found|does(n't| not) exist|not exist/i;

/** What else may be missing or forbidden; "no such file or directory" is how systems say that a file is missing. */
const OTHER_REASON =
  /(?<!no such file or )\bdirector(y|ies)\b|\bparent\b|\bfolder\b|\bsession\b|\bmethod\b|\boutside\b|\bworkspace\b|\bproject\b|permission|denied|not allowed|read-only/i;
