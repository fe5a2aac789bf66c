import type { RootRewriter } from '../../fixture/rewrite/root-rewriter.js';
import { objectOf, textOf } from '../../model/json-access.js';
import { stringSpans, type JsonValue } from '../../wire/json-text.js';
import type { FixturePlace } from '../divergence/divergence.js';

/** Paths of the recorded machine that a replay leaves unchanged, although they may mean a folder of the session. */
export interface UnfollowedPath {
  readonly kind: UnfollowedKind;
  /** For `other`, the first two names of the path; otherwise the folder that is meant. */
  readonly path: string;
  /** In how many places. */
  readonly count: number;
  /** The first of them. */
  readonly first: FixturePlace;
}

export type UnfollowedKind =
  /** A folder that is cut in two by the chunks of a text. */
  | 'split'
  /** A folder in its spelling after, or before, symbolic links are resolved. */
  | 'symlink'
  /** A path outside the session's folders. */
  | 'other';

/** An absolute path of two or more names, or the path after `file://`. */
const PATHS = /(?:(?<![\p{L}\p{N}_.\-~%+@/\\:])|(?<=file:\/\/))(?:[A-Za-z]:)?(?:[/\\][\p{L}\p{N}_.\-~%+@]+){2,}/gu;
/** Base64 of images and sounds sometimes begins like a path. */
const BASE64 = /^[A-Za-z0-9+/=\s]{100,}$/;
/** macOS keeps /tmp, /var and /etc there. */
const LINKED_FOLDER = '/private';

/** One frame of the agent, and the folders that are followed in it. */
export interface ReadFrame {
  readonly text: string;
  readonly json: JsonValue | undefined;
  readonly place: () => FixturePlace;
  /** Replaces each folder by a unique name, which begins with {@link MARKER}. */
  readonly rewriter: RootRewriter;
  readonly roots: readonly string[];
}

/** The beginning of the names for followed folders. */
export const MARKER = '/followed-root-';

/** Finds them in the frames of the agent, in order. */
export class UnfollowedPaths {
  readonly #found = new Map<string, { kind: UnfollowedKind; path: string; count: number; first: FixturePlace }>();
  /** For each text that comes in chunks: the end of the text so far. */
  readonly #endings = new Map<string, string>();

  frame(frame: ReadFrame): void {
    for (const [start, end] of stringSpans(frame.text)) {
      // most strings are short words
      if (end - start < 6) continue;
      this.#value(JSON.parse(frame.text.slice(start, end)) as string, frame);
    }
    this.#chunk(frame);
  }

  found(): UnfollowedPath[] {
    return [...this.#found.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.count - a.count);
  }

  #value(said: string, frame: ReadFrame): void {
    if (BASE64.test(said)) return;
    for (const [path] of frame.rewriter.value(said).matchAll(PATHS)) {
      if (path.startsWith(MARKER)) continue;
      const linked = frame.roots.find((root) => isLinked(path, root));
      if (linked === undefined)
        this.#note(
          'other',
          path
            .split(/(?=[/\\])/)
            .slice(0, /^[A-Za-z]:/.test(path) ? 3 : 2)
            .join(''),
          frame,
        );
      else this.#note('symlink', linked, frame);
    }
  }

  /** Looks for folders that are cut in two: the joined chunks contain a path that neither chunk contains alone. */
  #chunk({ json, ...frame }: ReadFrame): void {
    const params = objectOf(objectOf(json)?.['params']);
    const update = objectOf(params?.['update']);
    const kind = textOf(update?.['sessionUpdate']);
    const text = textOf(objectOf(update?.['content'])?.['text']);
    if (kind?.endsWith('_chunk') !== true || text === undefined) return;
    const whose = [params?.['sessionId'], kind, update?.['messageId'] ?? update?.['toolCallId'] ?? null];
    const name = JSON.stringify(whose);
    const before = this.#endings.get(name) ?? '';
    const { rewriter, roots } = frame;
    const together = rewriter.value(before + text);
    const apart = rewriter.value(before) + rewriter.value(text);
    const root = roots.find((each, i) => each !== '' && countOf(together, i) !== countOf(apart, i));
    if (root !== undefined) this.#note('split', root, { json, ...frame });
    const longest = Math.max(0, ...roots.map(({ length }) => length));
    this.#endings.set(name, (before + text).slice(-2 * longest - 2));
  }

  #note(kind: UnfollowedKind, path: string, { place }: ReadFrame): void {
    const name = `${kind} ${path}`;
    const known = this.#found.get(name);
    if (known === undefined) this.#found.set(name, { kind, path, count: 1, first: place() });
    else known.count += 1;
  }
}

const KINDS: readonly UnfollowedKind[] = ['split', 'symlink', 'other'];

function countOf(text: string, root: number): number {
  return text.split(`${MARKER}${root}-`).length;
}

/** Whether a path leads into a folder by its other spelling: `/private/tmp/a` for `/tmp/a`, or the reverse. */
function isLinked(path: string, root: string): boolean {
  if (root.length < 2) return false;
  const at = path.indexOf(root, 1);
  if (at > 0 && isEnd(path[at + root.length])) return true;
  const short = root.startsWith(`${LINKED_FOLDER}/`) ? root.slice(LINKED_FOLDER.length) : undefined;
  return short !== undefined && path.startsWith(short) && isEnd(path[short.length]);
}

function isEnd(next: string | undefined): boolean {
  return next === undefined || next === '/' || next === '\\';
}
