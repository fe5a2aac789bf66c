import type { RegexNode } from './regex-node.js';

/**
 * The longest words that stand in every text that a regular expression is found in; empty where there are none. Capital and
 * small letters may differ.
 */
export function requiredWords(node: RegexNode): string {
  const runs: string[] = [];
  let run = '';
  const end = (): void => {
    runs.push(run);
    run = '';
  };
  const walk = (part: RegexNode): void => {
    if (part.type === 'set' && part.literal !== undefined) run += part.literal;
    else if (part.type === 'sequence') part.of.forEach(walk);
    else if (part.type === 'repeat' && part.min > 0) {
      end();
      walk(part.of);
      end();
    } else if (part.type !== 'empty' && part.type !== 'assert') end();
  };
  walk(node);
  end();
  return runs.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
}
