const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 9;
const RANDOM_DIGITS = 7;

/**
 * A new recording id: 16 characters of Crockford's base 32, the time in front, so that ids sort by start.
 *
 * @param wallMs wall clock in ms since 1970
 */
export function newRecordingId(wallMs: number): string {
  return base32(wallMs, TIME_DIGITS) + base32(Math.floor(Math.random() * 32 ** RANDOM_DIGITS), RANDOM_DIGITS);
}

/** When a recording with this id began, in ms since 1970; 0 for what is no id. */
export function idTimeMs(id: string): number {
  const digits = Array.from(id.slice(0, TIME_DIGITS), (digit) => ALPHABET.indexOf(digit));
  if (digits.length < TIME_DIGITS || digits.includes(-1)) return 0;
  return digits.reduce((value, digit) => value * 32 + digit);
}

function base32(value: number, digits: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < digits; i += 1) {
    text = (ALPHABET[rest % 32] ?? '') + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
