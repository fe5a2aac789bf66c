/** A key, with the name that bindings use. */
export interface Key {
  /** `j`, `S-g`, `C-d`, `enter`, `pagedown`, `S-right`. */
  readonly name: string;
  /** The text that it types; undefined for keys that type nothing. */
  readonly text?: string;
}

/** A mouse event at a cell. Only the left button and the wheel count. */
export interface Mouse {
  readonly action: 'press' | 'release' | 'drag' | 'wheel-up' | 'wheel-down';
  /** Counted from 0 at the top left. */
  readonly x: number;
  readonly y: number;
}

/** The key of a single character; undefined if we do not use it. */
export function keyOfCharacter(character: string): Key | undefined {
  const code = character.codePointAt(0) ?? 0;
  const name = NAMED_CHARACTERS.get(character);
  if (name !== undefined) return character === ' ' ? { name, text: ' ' } : { name };
  if (code >= 0x01 && code <= 0x1a) return { name: `C-${String.fromCharCode(code + 0x60)}` };
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return undefined;
  return { name: /^[A-Z]$/.test(character) ? `S-${character.toLowerCase()}` : character, text: character };
}

/** The key of an escape sequence (`ESC [ 1 ; 2 C`); undefined if it is not a key, or not one that we use. */
export function keyOfSequence(sequence: string): Key | undefined {
  const [, parameters = '', final = ''] = KEY_SEQUENCE.exec(sequence) ?? [];
  const [number = '', modifiers = '1'] = parameters.split(';');
  if (final === 'Z') return { name: 'S-tab' };
  const name = NAMED_FINALS.get(final) ?? (final === '~' ? NAMED_NUMBERS.get(number) : undefined);
  return name === undefined ? undefined : { name: prefixOf(Number(modifiers) - 1) + name };
}

/** The mouse event of a report (SGR, mode 1006); undefined if we do not use it. */
export function mouseOfSequence(sequence: string): Mouse | undefined {
  const [, buttons, column, row, final] = MOUSE_SEQUENCE.exec(sequence) ?? [];
  if (final === undefined) return undefined;
  const action = mouseAction(Number(buttons) & ~MOUSE_MODIFIERS, final === 'M');
  return action && { action, x: Number(column) - 1, y: Number(row) - 1 };
}

const ESC = '\\u001b';
const KEY_SEQUENCE = new RegExp(`^${ESC}(?:\\[|O)((?:\\d{1,3}(?:;\\d{1,3})?)?)([A-Z~])$`);
const MOUSE_SEQUENCE = new RegExp(`^${ESC}\\[<(\\d{1,5});(\\d{1,5});(\\d{1,5})([Mm])$`);

const NAMED_CHARACTERS = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\t', 'tab'],
  ['\b', 'backspace'],
  ['\u007f', 'backspace'],
  ['\u001b', 'escape'],
  [' ', 'space'],
]);

const NAMED_FINALS = new Map([
  ['A', 'up'],
  ['B', 'down'],
  ['C', 'right'],
  ['D', 'left'],
  ['F', 'end'],
  ['H', 'home'],
  // Enter on the number pad, in application mode
  ['M', 'enter'],
]);

const NAMED_NUMBERS = new Map([
  ['1', 'home'],
  ['2', 'insert'],
  ['3', 'delete'],
  ['4', 'end'],
  ['5', 'pageup'],
  ['6', 'pagedown'],
  ['7', 'home'],
  ['8', 'end'],
]);

/** The prefix of modifiers. Bits: Shift 1, Alt 2, Ctrl 4. */
function prefixOf(modifiers: number): string {
  return (modifiers & 4 ? 'C-' : '') + (modifiers & 2 ? 'M-' : '') + (modifiers & 1 ? 'S-' : '');
}

/** The bits for Shift, Alt and Ctrl in a mouse report. */
const MOUSE_MODIFIERS = 4 | 8 | 16;
const MOUSE_MOTION = 32;
const WHEEL = 64;

function mouseAction(button: number, isDown: boolean): Mouse['action'] | undefined {
  if (button === WHEEL) return 'wheel-up';
  if (button === WHEEL + 1) return 'wheel-down';
  if (button === MOUSE_MOTION) return 'drag';
  if (button !== 0) return undefined;
  return isDown ? 'press' : 'release';
}
