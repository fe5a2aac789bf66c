import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)));
export const SRC = join(ROOT, 'src');

interface Import {
  readonly from: string;
  /** A file below src, or the name of a package. */
  readonly of: string;
  readonly isOurs: boolean;
  /** Gone after compilation. */
  readonly isType: boolean;
  readonly isLazy: boolean;
}

export function filesBelow(folder: string, suffix: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => name.endsWith(suffix)).sort();
}

export const FILES = filesBelow(SRC, '.ts');
export const SOURCES = new Map(FILES.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));

/** Static imports and re-exports, and `import()`s. */
const STATIC = /^(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const LAZY = /\bimport\(\s*'([^']+)'\s*\)/g;

export function importsOf(from: string): Import[] {
  const text = SOURCES.get(from) ?? '';
  const found = (specifier: string, isType: boolean, isLazy: boolean): Import => {
    const isOurs = specifier.startsWith('.');
    const path = relative(SRC, resolve(SRC, dirname(from), specifier)).replace(/\.js$/, '.ts');
    return { from, of: isOurs ? path : packageOf(specifier), isOurs, isType, isLazy };
  };
  return [
    ...Array.from(text.matchAll(STATIC), ([, , type, specifier = '']) => found(specifier, type !== undefined, false)),
    ...Array.from(text.matchAll(LAZY), ([, specifier = '']) => found(specifier, false, true)),
  ];
}

function packageOf(specifier: string): string {
  return specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? '');
}

/** All files that are loaded with `entry`, itself included. */
export function loadedWith(entry: string): Set<string> {
  const loaded = new Set([entry]);
  // a set goes on to what is added while it is walked through
  for (const file of loaded) {
    for (const { of, isOurs, isType, isLazy } of importsOf(file)) if (isOurs && !isType && !isLazy) loaded.add(of);
  }
  return loaded;
}

/** Groups of files of which each reaches all others through its imports, whether of values or of types (Tarjan). */
export function circles(): string[][] {
  const found: string[][] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];
  /** @returns the least number that the file reaches among the open ones */
  const visit = (file: string): number => {
    const number = numbers.size;
    numbers.set(file, number);
    open.push(file);
    let least = number;
    for (const { of, isOurs } of importsOf(file)) {
      if (!isOurs || !SOURCES.has(of)) continue;
      const known = numbers.get(of);
      if (known === undefined) least = Math.min(least, visit(of));
      else if (open.includes(of)) least = Math.min(least, known);
    }
    if (least === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return least;
  };
  for (const file of FILES) if (!numbers.has(file)) visit(file);
  return found;
}
