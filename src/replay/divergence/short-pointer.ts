/** A pointer above this is cut in the middle, in characters. */
const LONGEST = 100;

/** A JSON pointer that fits into a line. Its end says most. */
export function shortPointer(pointer: string): string {
  if (pointer.length <= LONGEST) return pointer;
  return `${pointer.slice(0, LONGEST / 4)}...${pointer.slice(-((LONGEST / 4) * 3))}`;
}
