/** The range of years with four digits, which every reader of ISO 8601 accepts. In ms since 1970. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The date of a wall clock. A database or a journal may hold any number: one outside the range of dates becomes the nearest date.
 *
 * @param us in µs since 1970
 */
export function wallDate(us: number): Date {
  const ms = us / 1000;
  return new Date(Number.isNaN(ms) ? 0 : Math.max(FIRST_MS, Math.min(LAST_MS, ms)));
}
