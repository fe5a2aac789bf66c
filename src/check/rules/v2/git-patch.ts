/** What a git patch says of its files, or what is wrong with it as a patch of ACP (spec: v1/tool-calls). */
export interface GitPatch {
  /** Paths as they stand there, unquoted, without /dev/null and repetition. */
  readonly paths: readonly string[];
  readonly sections: number;
  /** The line before the first section that is of a mail or a commit. */
  readonly envelope: string | undefined;
}

const ENVELOPE = /^(From [0-9a-f]{7,64} |From: |Subject: |commit [0-9a-f]{7,64}\b|Author: )/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const HEADER = 'diff --git ';

/** Reads the headers of a patch; what hunks hold is skipped by their counts, as it may look like headers. */
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

/** The paths of one section: of the lines that name one alone, and of its first line, which names two. */
function pathsOf([header = '', ...lines]: readonly string[]): string[] {
  const named = lines.flatMap((line) => {
    const prefix = NAMES.find((name) => line.startsWith(name));
    return prefix === undefined ? [] : [unquoted(line.slice(prefix.length))];
  });
  const paths = [...named, ...headerPaths(header.slice(HEADER.length))];
  return paths.filter((path) => path !== '/dev/null' && path !== '');
}

/** `A B`; neither is quoted for the spaces in it, so where both have some only equal ones can be told apart. */
function headerPaths(names: string): string[] {
  const text = names.replace(/\r$/, '');
  const quotes = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(text);
  if (quotes !== null) return [unquoted(quotes[1] ?? ''), unquoted(quotes[2] ?? '')];
  const half = (text.length - 1) / 2;
  if (Number.isInteger(half) && text.slice(0, half) === text.slice(half + 1)) return [text.slice(0, half)];
  const parts = text.split(' ');
  if (parts.length === 2) return parts.map(unquoted);
  // what git puts before paths is found all the same
  return text.startsWith('a/') ? [text] : [];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** A name as git writes it: with a tab behind it where it has spaces, in quotes where it has unusual characters. */
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
