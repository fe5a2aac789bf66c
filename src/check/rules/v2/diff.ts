import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule, type Trigger } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { isAbsolute } from '../fs/roots.js';
import { callPatchOf } from '../tool-call/patch.js';
import { readGitPatch } from './git-patch.js';

const SHOWS: readonly Trigger[] = [
  'update:tool_call_update',
  'update:tool_call_content_chunk',
  'request:session/request_permission',
];

/** The diffs of a tool call in a message, with a name by which to report them once. */
function diffsIn(step: Step): { name: string; diffs: readonly JsonObject[] } | undefined {
  const found = step.sender === 'agent' ? callPatchOf(step) : undefined;
  if (found === undefined) return undefined;
  const { content = null } = found.patch;
  const items = Array.isArray(content) ? objectsOf(content) : objectsOf([content]);
  return { name: `${found.session.id} ${found.id}`, diffs: items.filter(({ type }) => type === 'diff') };
}

/** The paths that a diff lists in changes. */
function changedPaths(diff: JsonObject): Set<string> {
  return new Set(
    objectsOf(diff['changes']).flatMap(({ path, oldPath }) => [textOf(path) ?? [], textOf(oldPath) ?? []].flat()),
  );
}

export const diffPatchInconsistent = defineRule({
  id: 'v2/diff-patch-inconsistent',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The patch of a diff must be a git patch with absolute paths, all of them listed in changes.',
  explanation:
    'Clients find the file of each section by its path. git prints a/ and b/ before paths relative to the ' +
    'repository, but the client does not know the repository. Print with --no-prefix, put the root before the ' +
    'paths, and leave out mail and commit headers.\n\n' +
    'Reported once per tool call and fault. Not reported: files in changes that the patch leaves out; /dev/null; ' +
    'other formats; history.',
  spec: 'v2/tool-calls#diffs',
  messages: {
    relative: 'the patch names {found}; its paths must be absolute and have no prefix such as a/ or b/',
    unlisted: 'the patch names {found}, but changes lists only {known}',
    envelope: 'the patch begins with {found}; leave out mail and commit headers',
    empty: 'the patch has no section that begins with "diff --git"',
  },
  on: SHOWS,
  inspect({ step, shapes, report, hasReported }) {
    const shown = diffsIn(step);
    // a broken entry of changes may be the one that the patch names
    if (shown === undefined || isBrokenWithin(shapes)) return;
    for (const diff of shown.diffs) {
      const patch = objectOf(diff['patch']);
      const text = textOf(patch?.['text']);
      if (patch?.['format'] !== 'git_patch' || text === undefined) continue;
      const { paths, sections, envelope } = readGitPatch(text);
      const relative = paths.filter((path) => !isAbsolute(path));
      const known = changedPaths(diff);
      const unlisted = paths.filter((path) => isAbsolute(path) && !known.has(path));
      const details = (fault: string) => ({ once: `${shown.name} ${fault}` });
      if (envelope !== undefined) report('envelope', { data: { found: quoted(envelope) }, ...details('envelope') });
      if (sections === 0) report('empty', details('empty'));
      // a path that is also relative in changes was already reported
      if (relative.length > 0 && !hasReported('path'))
        report('relative', { data: { found: listed(relative) }, ...details('relative') });
      if (unlisted.length > 0) {
        report('unlisted', { data: { found: listed(unlisted), known: listed([...known]) }, ...details('unlisted') });
      }
    }
  },
});

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map(quoted);
  return enumerated(paths.length > 3 ? [...shown, `${paths.length - 3} more`] : shown);
}

/** Operations on a text file that a patch can show. */
const TEXTUAL: ReadonlySet<unknown> = new Set(['add', 'modify']);

export const diffWithoutPatch = defineRule({
  id: 'v2/diff-without-patch',
  severity: 'info',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A diff of text files should have a patch.',
  explanation:
    'changes only names the files. Without a patch the user cannot see what was changed in them. Send the output of ' +
    'git diff, with absolute paths.\n\n' +
    'Reported once per tool call. Not reported: binary files, folders and links; files that are deleted, moved or ' +
    'copied; files of unknown type; history.',
  spec: 'v2/tool-calls#diffs',
  messages: { missing: 'the diff changes the text of {paths}, but has no patch' },
  on: SHOWS,
  inspect({ step, report }) {
    const shown = diffsIn(step);
    if (shown === undefined) return;
    const paths = shown.diffs.flatMap((diff) => {
      if ((diff['patch'] ?? null) !== null) return [];
      const changes = objectsOf(diff['changes']);
      return changes.flatMap(({ operation, fileType, path }) =>
        fileType === 'text' && TEXTUAL.has(operation) ? (textOf(path) ?? []) : [],
      );
    });
    if (paths.length > 0) report('missing', { data: { paths: listed(paths) }, once: shown.name });
  },
});
