import { defineRule } from '../../engine/rule.js';
import { placeOf } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';

export const notAbsolute = defineRule({
  id: 'path/not-absolute',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'File paths in the protocol are absolute.',
  explanation:
    'Client and agent are two processes with two working directories: a relative path means one file here and another ' +
    'there, and the wrong one is read or written. Resolve it against the folder of the session before sending; expand ' +
    '~ yourself; send the path of a file: URI. Paths of any system count as absolute (/home/me, C:\\me, \\\\server\\share). ' +
    'Not reported: rawInput and rawOutput, text, the command line of a terminal, and uri fields, which are URIs.',
  spec: 'v1/overview#argument-requirements',
  messages: {
    relative: '{place} is {found}; file paths are absolute',
    empty: '{place} is empty; it has to be an absolute path',
    tilde: '{place} is {found}; nobody expands the ~: file paths are absolute',
    uri: '{place} is {found}, a URI; it has to be an absolute path',
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
