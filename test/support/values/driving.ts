const ESC = '\u001b';

/** Controls of a terminal, as C0 and as C1; what turns or hides text; what ends a line or a text for some readers; a colour like ours. */
export const DRIVING = [
  `${ESC}]0;DRIVEN\u0007`,
  `${ESC}]52;c;RFJJVkVO\u0007`,
  `${ESC}[?1049l${ESC}[2J${ESC}[31m${ESC}[6n${ESC}c`,
  '\u009d0;DRIVEN\u009c\u009b2J\u0090\u0085',
  '\b\u007f\r\v\f',
  '\u202edlrow\u202c\u2066\u2069\u200e\u200f\u061c\ufeff\u2028\u2029',
].join('');

/** The same with what no argument, path or environment can hold. */
export const DRIVING_WITH_NUL = `${DRIVING}\0`;

/** What must never reach a terminal, by what Unicode calls it. */
const UNSAFE = /[^\P{Cc}\n\t]|[\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/u;

/** The first place in `text` that a terminal would act on, with what stands around it; undefined where there is none. */
export function drivingIn(text: string): string | undefined {
  const at = text.search(UNSAFE);
  return at === -1 ? undefined : `${at}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 20))}`;
}
