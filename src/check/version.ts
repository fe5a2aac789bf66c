/**
 * Counts up with every change of the model or a rule that could judge a recording otherwise: what was derived before it is
 * derived again.
 */
export const MODEL_VERSION = 1;
