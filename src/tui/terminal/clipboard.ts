/** Most terminals ignore longer texts, in bytes before base64. */
const MOST_BYTES = 74_994;

/**
 * The sequence that asks a terminal to put a text into its clipboard (OSC 52); undefined if the text is too long.
 *
 * Inside tmux there are two sequences: one for tmux itself, which needs `set-clipboard on`, and one for the terminal around it, which tmux
 * passes on with `allow-passthrough on`.
 */
export function clipboardSequence(text: string, isInTmux: boolean): string | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > MOST_BYTES) return undefined;
  const sequence = `\u001b]52;c;${bytes.toString('base64')}\u0007`;
  return isInTmux ? `${sequence}\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\` : sequence;
}
