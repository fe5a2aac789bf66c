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

/** The diffs that a message shows of a tool call, with a name to report them once by. */
function diffsIn(step: Step): { name: string; diffs: readonly JsonObject[] } | undefined {
  const found = step.sender === 'agent' ? callPatchOf(step) : undefined;
  if (found === undefined) return undefined;
  const { content = null } = found.patch;
  const items = Array.isArray(content) ? objectsOf(content) : objectsOf([content]);
  return { name: `${found.session.id} ${found.id}`, diffs: items.filter(({ type }) => type === 'diff') };
}

/** The paths that a diff says it changes. */
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
  summary: 'The patch of a diff is one of git with absolute paths, all of which are in changes.',
  explanation:
    'Clients find the file of each section by its path. What git prints has a/ and b/ before paths relative to the ' +
    'repository, which is not known here: print with --no-prefix and put the root before the paths. No mail or commit ' +
    'comes around it. Not reported: files of changes that the patch leaves out, /dev/null, other formats, and history. ' +
    'Once for a tool call and a fault.',
  spec: 'v2/tool-calls#diffs',
  messages: {
    relative: 'the patch names {found}; its paths are absolute and have no prefix as a/ and b/',
    unlisted: 'the patch names {found}, which is not in changes ({known})',
    envelope: 'the patch begins with {found}; mail and commit headers do not belong there',
    empty: 'the patch has no section that begins with "diff --git"',
  },
  on: SHOWS,
  inspect({ step, shapes, report, hasReported }) {
    const shown = diffsIn(step);
    // what is broken in changes may be what the patch names
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
      // a path that is relative in changes as well is one fault
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

/** What a patch can show of a file with text. */
const TEXTUAL: ReadonlySet<unknown> = new Set(['add', 'modify']);

export const diffWithoutPatch = defineRule({
  id: 'v2/diff-without-patch',
  severity: 'info',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A diff of text files comes with a patch, where that can be had.',
  explanation:
    'changes only says which files are touched; without a patch the user sees no line of what was done to them. Send ' +
    'what git diff prints, with absolute paths. Once for a tool call. Not reported: binary files, folders, links, files ' +
    'that are deleted, moved or copied, those of no known type, and history.',
  spec: 'v2/tool-calls#diffs',
  messages: { missing: 'the diff changes {paths}, as text, and has no patch' },
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
