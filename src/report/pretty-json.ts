import { JsonIndex } from '../wire/json/json-index.js';

const STEP_BYTES = 1_000_000;

/** JSON in lines, indented by two spaces per level and otherwise unchanged. Text that is not JSON comes last. */
export function* prettyJson(bytes: Uint8Array): Generator<string> {
  const index = new JsonIndex(bytes);
  while (!index.step(STEP_BYTES));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const textOf = (from: number, to: number): string => decoder.decode(bytes.subarray(from, to));
  for (let number = 0; number < index.lineCount; number += 1) {
    const { depth, kind, from, keyTo, valueFrom, valueTo, hasComma } = index.line(number);
    const key = keyTo === undefined ? '' : `${textOf(from, keyTo)}: `;
    const empty = kind === 'empty-object' ? '{}' : kind === 'empty-array' ? '[]' : undefined;
    yield `${'  '.repeat(depth)}${key}${empty ?? textOf(valueFrom, valueTo)}${hasComma ? ',' : ''}`;
  }
}
