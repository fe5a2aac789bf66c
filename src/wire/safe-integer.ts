/** The nearest safe integer: a file may hold any number, but a table only these. */
export function safeInteger(value: number): number {
  if (Number.isNaN(value)) return 0;
  // + 0 turns a negative zero into zero, because a table cannot hold it
  return Math.round(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))) + 0;
}
