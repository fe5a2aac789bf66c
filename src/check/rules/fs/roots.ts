/** Whether a path is absolute on any system: /home/me, C:\me, \\server\share. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || isWindows(path);
}

function isWindows(path: string): boolean {
  return /^[a-z]:[\\/]/i.test(path) || path.startsWith('\\\\');
}

/** Whether a path lies in a folder, or is it, by their names alone; what links point to is not known. */
export function isInside(path: string, folder: string): boolean {
  const inner = partsOf(path);
  const outer = partsOf(folder);
  return inner.length >= outer.length && outer.every((part, index) => inner[index] === part);
}

/** Whether a path names something directly in a folder. */
export function isChild(path: string, folder: string): boolean {
  return isInside(path, folder) && partsOf(path).length === partsOf(folder).length + 1;
}

/** The names on the way from the root, without . and .. between them. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  const text = isWindows(path) ? path.toLowerCase().replaceAll('\\', '/') : path;
  for (const part of text.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  // macOS: /tmp, /var and /etc are links to those below /private
  if (parts[0] === 'private' && /^(?:tmp|var|etc)$/.test(parts[1] ?? '')) parts.shift();
  return parts;
}
