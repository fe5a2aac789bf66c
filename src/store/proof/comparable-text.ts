/**
 * A text in a form that can be compared with what SQLite returns for it. SQLite stores UTF-8, which has no lone surrogates: they come back
 * as one or three replacement characters, depending on the driver's version.
 */
export function comparableText(text: string | undefined): string | undefined {
  return text?.replace(/[\ud800-\udfff\ufffd]+/gu, '\ufffd');
}
