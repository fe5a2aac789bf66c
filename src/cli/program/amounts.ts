const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 24 * 7 };
const BYTES: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Parses an age such as `12h`, `30d` or `2w`. Returns ms, or undefined if the text is not an age. */
export function parseAgeMs(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([hdw])$/.exec(text) ?? [];
  const hours = HOURS[unit];
  return amount === undefined || hours === undefined ? undefined : Number(amount) * hours * 3600 * 1000;
}

/** Parses a size such as `500MB` or `2GB`. Returns bytes, or undefined if the text is not a size. */
export function parseBytes(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(kB|MB|GB|TB)$/i.exec(text) ?? [];
  const known = Object.keys(BYTES).find((name) => name.toLowerCase() === unit.toLowerCase());
  return amount === undefined || known === undefined ? undefined : Number(amount) * (BYTES[known] ?? 1);
}
