import { existsSync, lstatSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, NOT_FOUND } from '../../acp/methods/error-codes.js';
import { reasonOf, TurntableError } from '../../errors.js';
import { readInput } from '../../input-file.js';
import { objectOf, textOf } from '../../model/json-access.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import type { RequestMessage } from '../../wire/message.js';

const encoder = new TextEncoder();
/** The largest text file that an agent may read, in bytes. */
const LARGEST_TEXT_BYTES = 64 * 1024 * 1024;
const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

/** Answers fs requests of an agent, only within a folder (v1/file-system). */
export function answerFromFolder(folder: string): (request: RequestMessage) => Uint8Array {
  const root = realpathSync(folder);
  return (request) => {
    const act = ACTS.get(request.method);
    if (act === undefined) {
      return answer(request, { error: { code: METHOD_NOT_FOUND, message: `unknown method ${request.method}` } });
    }
    try {
      return answer(request, { result: act(root, objectOf(request.params) ?? {}) });
    } catch (thrown) {
      return answer(request, { error: { code: codeOf(thrown), message: reasonOf(thrown) } });
    }
  };
}

const ACTS: ReadonlyMap<string, (root: string, params: JsonObject) => JsonValue> = new Map([
  ['fs/read_text_file', read],
  ['fs/write_text_file', write],
]);

function write(root: string, { path, content }: JsonObject): JsonValue {
  const file = within(root, textOf(path) ?? '');
  // writing into a pipe would wait for its reader
  if (existsSync(file) && !statSync(file).isFile()) throw new RangeError(`${file} is not a file`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, textOf(content) ?? '');
  return {};
}

/** Lines count from 1. */
function read(root: string, { path, line, limit }: JsonObject): JsonValue {
  const text = readInput(within(root, textOf(path) ?? ''), {
    mayBePipe: false,
    mostBytes: LARGEST_TEXT_BYTES,
  }).toString();
  if (typeof line !== 'number' && typeof limit !== 'number') return { content: text };
  const from = typeof line === 'number' ? Math.max(0, line - 1) : 0;
  const lines = text.split(/(?<=\n)/);
  return { content: lines.slice(from, typeof limit === 'number' ? from + limit : undefined).join('') };
}

function codeOf(thrown: unknown): number {
  if (thrown instanceof RangeError) return INVALID_PARAMS;
  const cause = (thrown instanceof TurntableError ? thrown.cause : thrown) as { readonly code?: unknown } | undefined;
  return NOT_THERE.has(cause?.code) ? NOT_FOUND : INTERNAL_ERROR;
}

/** @throws {RangeError} for a path that leads out of the folder, through links as well */
function within(root: string, path: string): string {
  const real = realPathOf(resolve(root, path));
  const way = relative(root, real);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) throw new RangeError(`${path} is not in ${root}`);
  return real;
}

/** The path with all links resolved, as far as it exists. @throws {RangeError} for a broken link, because nobody knows where it leads */
function realPathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new RangeError(`${path} is a link to nothing`);
  }
  const parent = dirname(path);
  return parent === path ? path : join(realPathOf(parent), basename(path));
}

function answer({ id }: RequestMessage, outcome: object): Uint8Array {
  return encoder.encode(`{"jsonrpc":"2.0","id":${id},${JSON.stringify(outcome).slice(1)}`);
}
