/** Whether a path is absolute on any system: /home/me, C:\me, \\server\share. */
export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || isWindows(path);
}

/** Whether a path is one of Windows: C:\\me, \\\\server\\share. */
export function isWindows(path: string): boolean {
  return /^[a-z]:[\\/]/i.test(path) || path.startsWith('\\\\');
}

/** Whether a path is a folder or inside it, by name alone; links are not followed. */
export function isInside(path: string, folder: string): boolean {
  const inner = partsOf(path);
  const outer = partsOf(folder);
  return inner.length >= outer.length && outer.every((part, index) => inner[index] === part);
}

/** Whether a path names something directly in a folder. */
export function isChild(path: string, folder: string): boolean {
  return isInside(path, folder) && partsOf(path).length === partsOf(folder).length + 1;
}

/** The parts of a path, with . and .. resolved. */
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
