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

function base32(value: number, digits: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < digits; i += 1) {
    text = (ALPHABET[rest % 32] ?? '') + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
