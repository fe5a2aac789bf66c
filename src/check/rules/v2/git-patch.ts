/** The headers of a git patch, and whether it is one that ACP allows (spec: v1/tool-calls). */
export interface GitPatch {
  /** The paths in it, unquoted, each once, without /dev/null. */
  readonly paths: readonly string[];
  readonly sections: number;
  /** The first mail or commit header before the first section. */
  readonly envelope: string | undefined;
}

const ENVELOPE = /^(From [0-9a-f]{7,64} |From: |Subject: |commit [0-9a-f]{7,64}\b|Author: )/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const HEADER = 'diff --git ';

/** Reads the headers of a patch. The lines of hunks may look like headers, so they are skipped by their counts. */
export function readGitPatch(text: string): GitPatch {
  const paths = new Set<string>();
  let sections = 0;
  let envelope: string | undefined;
  let section: string[] = [];
  let left = { before: 0, after: 0 };
  for (const line of text.split('\n')) {
    if (left.before > 0 || left.after > 0) {
      left = afterLine(left, line);
      continue;
    }
    const hunk = HUNK.exec(line);
    if (hunk !== null && sections > 0) {
      left = { before: Number(hunk[1] ?? 1), after: Number(hunk[2] ?? 1) };
    } else if (line.startsWith(HEADER)) {
      for (const path of pathsOf(section)) paths.add(path);
      section = [line];
      sections += 1;
    } else if (sections > 0) {
      section.push(line);
    } else if (ENVELOPE.test(line)) {
      envelope ??= line;
    }
  }
  for (const path of pathsOf(section)) paths.add(path);
  return { paths: [...paths], sections, envelope };
}

function afterLine({ before, after }: { before: number; after: number }, line: string) {
  if (line.startsWith('-')) return { before: before - 1, after };
  if (line.startsWith('+')) return { before, after: after - 1 };
  // "\ No newline at end of file" counts for neither
  if (line.startsWith('\\')) return { before, after };
  return { before: before - 1, after: after - 1 };
}

const NAMES = ['--- ', '+++ ', 'rename from ', 'rename to ', 'copy from ', 'copy to '];

/** The paths of one section: two in its first line, and one in each of some other header lines. */
function pathsOf([header = '', ...lines]: readonly string[]): string[] {
  const named = lines.flatMap((line) => {
    const prefix = NAMES.find((name) => line.startsWith(name));
    return prefix === undefined ? [] : [unquoted(line.slice(prefix.length))];
  });
  const paths = [...named, ...headerPaths(header.slice(HEADER.length))];
  return paths.filter((path) => path !== '/dev/null' && path !== '');
}

/** The two paths in `A B`. Spaces are not quoted, so two paths with spaces can only be separated if they are equal. */
function headerPaths(names: string): string[] {
  const text = names.replace(/\r$/, '');
  const quotes = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(text);
  if (quotes !== null) return [unquoted(quotes[1] ?? ''), unquoted(quotes[2] ?? '')];
  const half = (text.length - 1) / 2;
  if (Number.isInteger(half) && text.slice(0, half) === text.slice(half + 1)) return [text.slice(0, half)];
  const parts = text.split(' ');
  if (parts.length === 2) return parts.map(unquoted);
  // the prefix that git puts before paths is reported all the same
  return text.startsWith('a/') ? [text] : [];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** The path that git wrote: with a tab after it if it has spaces, in quotes if it has unusual characters. */
function unquoted(name: string): string {
  const plain = name.replace(/\r$/, '').replace(/\t.*$/, '');
  if (!plain.startsWith('"') || !plain.endsWith('"') || plain.length < 2) return plain;
  const bytes: number[] = [];
  for (const [, octal, escaped, other] of plain.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\])/gsu)) {
    if (octal === undefined) bytes.push(...new TextEncoder().encode(other ?? ESCAPES[escaped ?? ''] ?? escaped ?? ''));
    else bytes.push(Number.parseInt(octal, 8));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
