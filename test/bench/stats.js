/** The middle of `values` (the mean of the two middle ones when their count is even); NaN for none. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return NaN;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value below which `share` (0 to 1) of `sorted`, an ascending list, lies. */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** The greatest of `values`; NaN for none. */
export function greatest(values) {
  return values.length === 0 ? NaN : Math.max(...values);
}

/**
 * The ratios of `values` to `base`, round by round, between which the middle half of the rounds lies (all of them when they
 * are fewer than four); undefined unless both ran in every round, and more than once.
 */
export function ratioRange(values, base) {
  if (values.length < 2 || values.length !== base.length) return undefined;
  const ratios = values.map((value, round) => value / base[round]).sort((a, b) => a - b);
  return ratios.length < 4 ? [ratios[0], ratios.at(-1)] : [quantile(ratios, 0.25), quantile(ratios, 0.75)];
}
