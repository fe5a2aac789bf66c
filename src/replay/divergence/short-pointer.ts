/** Longer pointers are cut in the middle, in characters. */
const LONGEST = 100;

/** Shortens a JSON pointer to fit into a line. Its end says most, so it is kept. */
export function shortPointer(pointer: string): string {
  if (pointer.length <= LONGEST) return pointer;
  return `${pointer.slice(0, LONGEST / 4)}...${pointer.slice(-((LONGEST / 4) * 3))}`;
}
