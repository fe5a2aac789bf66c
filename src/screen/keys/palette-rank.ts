/** The texts that are searched: the name of an action, and its help. */
interface Named {
  readonly action: string;
  readonly help: string;
}

/**
 * How well words fit an action; 0 is best.
 *
 * @param words in lower case
 * @returns undefined if one of them fits neither the name nor the help
 */
export function rankOf(words: readonly string[], { action, help }: Named): number | undefined {
  let sum = 0;
  for (const word of words) {
    const rank = WAYS.findIndex((fits) => fits(word, action, help.toLowerCase()));
    if (rank === -1) return undefined;
    sum += rank;
  }
  return sum;
}

/**
 * The ways in which a word can fit, from the surest to the vaguest: the last one is the letters of the name in order, with others between
 * them.
 */
const WAYS: readonly ((word: string, action: string, help: string) => boolean)[] = [
  (word, action) => action === word,
  (word, action) => action.startsWith(word),
  (word, action) => action.split('-').some((part) => part.startsWith(word)),
  (word, action) => isInitials(word, action),
  (word, _, help) => help.split(/[\s,:]+/).some((part) => part.startsWith(word)),
  (word, action, help) => `${action} ${help}`.includes(word),
  (word, action) => isSpread(word, action),
];

/** `nv` is next-violation. */
function isInitials(word: string, action: string): boolean {
  return action
    .split('-')
    .map((part) => part[0])
    .join('')
    .startsWith(word);
}

function isSpread(word: string, action: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = action.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
