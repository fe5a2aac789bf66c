/** After so long what is waited for will not come, however busy the machine is, in ms. */
export const IN_VAIN_MS = 60_000;

/** Waits until `look` finds something, looking again every few ms; throws, naming `what`, after `limitMs`. */
export async function until<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  limitMs = IN_VAIN_MS,
): Promise<T> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** {@link until} for a condition. */
export async function untilTrue(what: string, holds: () => boolean, limitMs?: number): Promise<void> {
  await until(what, () => (holds() ? true : undefined), limitMs);
}
