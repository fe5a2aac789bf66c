/** Terminals pass over what is longer: the limit of the most of them, in bytes before base64. */
const MOST_BYTES = 74_994;

/**
 * What asks a terminal to put a text into its clipboard (OSC 52); undefined where the text is too long for that.
 *
 * Inside tmux it is asked for twice: of tmux itself, which does it with `set-clipboard on`, and of the terminal around it,
 * which tmux lets through with `allow-passthrough on`.
 */
export function clipboardSequence(text: string, isInTmux: boolean): string | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > MOST_BYTES) return undefined;
  const sequence = `\u001b]52;c;${bytes.toString('base64')}\u0007`;
  return isInTmux ? `${sequence}\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\` : sequence;
}
