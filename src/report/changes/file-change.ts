import { objectOf, objectsOf, textOf } from '../../model/json-access.js';
import type { JsonObject } from '../../wire/json-text.js';

/** What a tool call does to a file (spec: v1/tool-calls). */
export type FileChange =
  /** v1: the text before, undefined for a file that is new, and after it. */
  | {
      readonly type: 'texts';
      readonly path: string;
      readonly oldText: string | undefined;
      readonly newText: string;
    }
  /** v2: a patch of the agent, for one file or more. */
  | { readonly type: 'patch'; readonly path: string; readonly patch: string }
  /** v2: only the name of the operation. */
  | { readonly type: 'named'; readonly path: string; readonly operation: string };

/** The file changes in the content of a tool call, in their order. */
export function fileChangesOf(content: readonly JsonObject[]): FileChange[] {
  return content.filter(({ type }) => type === 'diff').flatMap(changesIn);
}

function changesIn(diff: JsonObject): FileChange[] {
  const newText = textOf(diff['newText']);
  const path = textOf(diff['path']) ?? '';
  if (newText !== undefined) return [{ type: 'texts', path, oldText: textOf(diff['oldText']), newText }];
  const changes = objectsOf(diff['changes']);
  const patch = textOf(objectOf(diff['patch'])?.['text']);
  if (patch !== undefined) return [{ type: 'patch', path: changes.map(pathOf).join(', '), patch }];
  return changes.map((change) => ({
    type: 'named',
    path: pathOf(change),
    operation: textOf(change['operation']) ?? 'changes',
  }));
}

/** The path of a change; for a file that is moved or copied, both paths. */
function pathOf(change: JsonObject): string {
  const [path = '', oldPath] = ['path', 'oldPath'].map((name) => textOf(change[name]));
  return oldPath === undefined ? path : `${oldPath} → ${path}`;
}
