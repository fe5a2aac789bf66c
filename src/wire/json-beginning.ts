import type { JsonValue } from './json-text.js';

/** The first characters of a value as JSON. A large value takes no longer than a small one, a deep one no more stack. */
export function jsonBeginning(value: JsonValue, characters: number): string {
  const writer = new BeginningWriter(characters);
  writer.write(value);
  return writer.text.slice(0, characters);
}

class BeginningWriter {
  text = '';
  readonly #characters: number;

  constructor(characters: number) {
    this.#characters = characters;
  }

  /** Each level of nesting writes a character first, so that there are never more levels than characters. */
  write(value: JsonValue): void {
    if (Array.isArray(value)) this.#writeArray(value as readonly JsonValue[]);
    else if (typeof value === 'object' && value !== null)
      this.#writeObject(value as Readonly<Record<string, JsonValue>>);
    else this.text += JSON.stringify(typeof value === 'string' ? value.slice(0, this.#characters) : value);
  }

  get #isFull(): boolean {
    return this.text.length >= this.#characters;
  }

  #writeArray(items: readonly JsonValue[]): void {
    this.text += '[';
    for (let i = 0; i < items.length && !this.#isFull; i += 1) {
      if (i > 0) this.text += ',';
      this.write(items[i] ?? null);
    }
    this.text += ']';
  }

  #writeObject(members: Readonly<Record<string, JsonValue>>): void {
    this.text += '{';
    let isFirst = true;
    for (const name in members) {
      if (this.#isFull) break;
      this.text += `${isFirst ? '' : ','}${JSON.stringify(name.slice(0, this.#characters))}:`;
      isFirst = false;
      this.write(members[name] ?? null);
    }
    this.text += '}';
  }
}
