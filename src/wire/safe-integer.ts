/** The nearest whole number that can be told exactly: a file may say any, and a table holds only these. */
export function safeInteger(value: number): number {
  if (Number.isNaN(value)) return 0;
  // + 0: no table holds a negative zero
  return Math.round(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))) + 0;
}
