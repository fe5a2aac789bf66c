/**
 * A text as it can be held against what SQLite gives back of it. SQLite keeps UTF-8, in which a lone surrogate has no place: one or
 * three replacement characters come back, by the version of its driver.
 */
export function comparableText(text: string | undefined): string | undefined {
  return text?.replace(/[\ud800-\udfff\ufffd]+/gu, '\ufffd');
}
