/** How two names of a directory relate. */
export type SameDirectory = 'same' | 'same-but-case' | 'other' | 'unclear';

const ABSOLUTE = /^(?:\/|\\\\|[A-Za-z]:[\\/])/;

/** Compares two directories by name. Links are not followed, and relative names cannot be compared. */
export function compareDirectories(one: string, other: string): SameDirectory {
  if (!ABSOLUTE.test(one) || !ABSOLUTE.test(other)) return 'unclear';
  const [a, b] = [normalised(one), normalised(other)];
  if (a === b) return 'same';
  return a.toLowerCase() === b.toLowerCase() ? 'same-but-case' : 'other';
}

/** `/a/b` for `/a//./c/../b/`. */
function normalised(path: string): string {
  const isWindows = !path.startsWith('/');
  const parts: string[] = [];
  for (const part of (isWindows ? path.replaceAll('\\', '/') : path).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  // macOS: /tmp, /var and /etc are links to those below /private
  if (parts[0] === 'private' && /^(?:tmp|var|etc)$/.test(parts[1] ?? '')) parts.shift();
  return `${isWindows ? '' : '/'}${parts.join('/')}`;
}
