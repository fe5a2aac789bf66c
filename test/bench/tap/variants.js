import { fileURLToPath } from 'node:url';

const COPY = fileURLToPath(new URL('../copy.js', import.meta.url));

/**
 * What stands between client and agent: nothing, the byte copy, the tap. `words` comes before the agent's command.
 *
 * @typedef {{ name: 'direct' | 'copy' | 'tap', words: string[] }} Variant
 */

/** The three variants, the last two run by the Node at `node`. `{dir}` in the tap's command is filled in a run. */
export function variantsOf(tapCommand, node) {
  const [first, ...rest] = tapCommand.split(/\s+/).filter(Boolean);
  return [
    { name: 'direct', words: [] },
    { name: 'copy', words: [node, COPY] },
    { name: 'tap', words: [first === 'node' ? node : first, ...rest] },
  ];
}
