import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const notAbsolute = defineRule({
  id: 'path/not-absolute',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'File paths must be absolute.',
  explanation:
    'Client and agent are two processes with different working directories. A relative path means another file on ' +
    'each side, so the wrong one is read or written. Resolve paths against the folder of the session, expand ~ ' +
    'yourself, and send the path of a file: URI instead of the URI. Absolute paths of any system are fine ' +
    '(/home/me, C:\\me, \\\\server\\share).\n\n' +
    'Not reported: rawInput and rawOutput; text; the command line of a terminal; uri fields, which hold URIs.',
  spec: 'v1/overview#argument-requirements',
  messages: {
    relative: '{place} is {found}; file paths must be absolute',
    empty: '{place} is empty; it must be an absolute path',
    tilde: '{place} is {found}; nobody expands the ~, so send an absolute path',
    uri: '{place} is {found}, a URI; it must be an absolute path',
  },
  on: ['shape'],
  inspect({ step, shapes, claim, isClaimed, report }) {
    for (const finding of shapes) {
      if (finding.kind !== 'path' || isClaimed(finding)) continue;
      claim(finding);
      const found = typeof finding.found === 'string' ? finding.found : '';
      report(wrongnessOf(found), { data: { place: placeOf(step, finding.path), found: quoted(found) } });
    }
  },
});

function wrongnessOf(path: string): 'empty' | 'tilde' | 'uri' | 'relative' {
  if (path.trim() === '') return 'empty';
  if (path.startsWith('~')) return 'tilde';
  return /^[a-z][\w+.-]+:\/\//i.test(path) ? 'uri' : 'relative';
}
