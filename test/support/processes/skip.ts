/** Says, where a test cannot run here, that it does not and why: a silent skip would pass for a success. */
export function skipLoudly(isSkipped: boolean, what: string, why: string): void {
  if (isSkipped) console.warn(`NOT TESTED: ${what}: ${why}`);
}
