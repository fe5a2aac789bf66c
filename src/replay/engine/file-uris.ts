/** Whether two values are addresses of one file: a client may write a space or a drive's colon as it is, or as `%20` and `%3A`. */
export function isSameFileUri(one: string, other: string): boolean {
  if (!one.startsWith('file://') || !other.startsWith('file://')) return false;
  const [a, b] = [plain(one), plain(other)];
  return a !== undefined && a === b;
}

/** With what a path may hold as it is, and the letter of a drive in one case; undefined if it is no address. */
function plain(uri: string): string | undefined {
  try {
    return decodeURI(uri)
      .replaceAll(/%3a/gi, ':')
      .replace(/^file:\/\/\/[A-Z]:/, (drive) => drive.toLowerCase());
  } catch {
    return undefined;
  }
}
