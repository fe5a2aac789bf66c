import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { reasonOf } from '../errors.js';
import { objectOf, textOf } from '../model/json-access.js';
import type { JsonValue } from '../wire/json-text.js';
import type { RequestMessage } from '../wire/message.js';

const encoder = new TextEncoder();
const INTERNAL_ERROR = -32_603;
const INVALID_PARAMS = -32_602;

/** Answers fs requests of an agent from a folder, and from nowhere else (v1/file-system). */
export function answerFromFolder(folder: string = process.cwd()): (request: RequestMessage) => Uint8Array {
  const root = realpathSync(folder);
  return (request) => {
    try {
      return answer(request, { result: resultOf(request, root) });
    } catch (thrown) {
      const code = thrown instanceof RangeError ? INVALID_PARAMS : INTERNAL_ERROR;
      return answer(request, { error: { code, message: reasonOf(thrown) } });
    }
  };
}

function resultOf({ method, params }: RequestMessage, root: string): JsonValue {
  const said = objectOf(params);
  const path = within(root, textOf(said?.['path']) ?? '');
  if (method === 'fs/write_text_file') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(within(root, path), textOf(said?.['content']) ?? '');
    return {};
  }
  const [line, limit] = [said?.['line'], said?.['limit']];
  const text = readFileSync(path, 'utf8');
  if (typeof line !== 'number' && typeof limit !== 'number') return { content: text };
  const from = typeof line === 'number' ? Math.max(0, line - 1) : 0;
  const to = typeof limit === 'number' ? from + limit : undefined;
  return {
    content: text
      .split(/(?<=\n)/)
      .slice(from, to)
      .join(''),
  };
}

/** @throws {RangeError} for a path that leads out of the folder, through links as well */
function within(root: string, path: string): string {
  const real = realPathOf(resolve(root, path));
  const way = relative(root, real);
  if (way.startsWith('..') || isAbsolute(way)) throw new RangeError(`${path} is not in ${root}`);
  return real;
}

/** The path with all links followed, as far as it is there. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(realPathOf(parent), path.slice(parent.length).replace(/^\/+/, ''));
  }
}

function answer({ id }: RequestMessage, outcome: object): Uint8Array {
  return encoder.encode(`{"jsonrpc":"2.0","id":${id},${JSON.stringify(outcome).slice(1)}`);
}
