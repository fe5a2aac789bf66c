import { RefusedPattern, type PatternProblem } from './regex-node.js';

/** Reads the text of a regular expression from left to right. */
export class RegexScanner {
  readonly source: string;
  readonly isUnicode: boolean;
  at = 0;
  /** The first thing in it that cannot be used here; reading goes on, as what follows may be invalid. */
  unsupported: PatternProblem | undefined;

  constructor(source: string, isUnicode: boolean) {
    this.source = source;
    this.isUnicode = isUnicode;
  }

  /** The code unit that comes next; empty at the end. */
  peek(): string {
    return this.source[this.at] ?? '';
  }

  take(wanted: string): boolean {
    const isThere = this.source.startsWith(wanted, this.at);
    if (isThere) this.at += wanted.length;
    return isThere;
  }

  /** The next character: a code unit, or a code point with the flag `u`. Undefined at the end. */
  next(): number | undefined {
    const code = this.isUnicode ? this.source.codePointAt(this.at) : this.source.charCodeAt(this.at);
    if (code === undefined || Number.isNaN(code)) return undefined;
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** @param pattern with the flag `y` */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source) ?? undefined;
    this.at += match?.[0].length ?? 0;
    return match;
  }

  invalid(message: string, at: number): RefusedPattern {
    return new RefusedPattern({ at, message, kind: 'invalid' });
  }

  /** To be thrown where reading cannot go on. */
  beyond(message: string, at: number): RefusedPattern {
    return new RefusedPattern({ at, message, kind: 'unsupported' });
  }

  notSupported(message: string, at: number): void {
    this.unsupported ??= { at, message, kind: 'unsupported' };
  }
}
