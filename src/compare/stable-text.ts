import { HASH_START, hashText } from '../model/turns/prompt-digest.js';

/** So much of a long text is kept as it is; of the rest a hash, so that a change in it is seen though it cannot be shown. */
const KEPT_CHARACTERS = 64 * 1024;

/** Where a path can begin: not within another path or word, but after `file://`, a newline escaped in JSON, and git's `a/`. */
const BEGIN = String.raw`(?:(?<=file:\/\/)|(?<=\\[nrt])|(?<=(?<![\w.\/\\-])[ab]\/)|(?<![\w.\/\\-]))`;
/** Where a folder's name can end. */
const END = String.raw`(?![\w-]|\.\w)`;
const HOME = String.raw`(?:\/home\/[\w.-]{0,254}[\w-]|\/Users\/[\w.-]{0,254}[\w-]|\/root|[A-Za-z]:\\Users\\[\w.-]{0,254}[\w-])`;
const TIME = String.raw`\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?`;
/** What may be an id, or hold one; shorter ones are words and numbers, and of longer ones a search of megabytes would run out of stack. */
const TOKEN = String.raw`[\w-]{8,400}`;

const IS_TIME = /^\d{4}-\d\d-\d\dT\d\d:/;
const IS_HOME = new RegExp(`^${HOME}$`);
const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** A folder and what stands for it. */
export type NamedRoot = readonly [folder: string, name: string];

/** Takes out of texts what another run says otherwise and means the same: folders, homes, times, ids. */
export class StableText {
  readonly #names: ReadonlyMap<string, string>;
  readonly #pattern: RegExp;
  readonly #ids: ReadonlyMap<string, string>;

  /**
   * @param roots each folder once
   * @param ids what stands for the ids that were seen; it may grow
   */
  constructor(roots: readonly NamedRoot[], ids: ReadonlyMap<string, string>) {
    const spelt = roots.flatMap(([folder, name]) => spellings(folder).map((text): NamedRoot => [text, name]));
    this.#names = new Map(spelt);
    this.#ids = ids;
    const folders = [...this.#names.keys()].filter((folder) => !/^[\\/]?$/.test(folder)).sort(longestFirst);
    const alternatives = folders.map((folder) => escaped(folder) + (isShallow(folder) ? String.raw`(?=[\\/])` : END));
    this.#pattern = new RegExp(`${BEGIN}(?:${[...alternatives, HOME + END].join('|')})|${TIME}|${TOKEN}`, 'g');
  }

  of(text: string): string {
    const whole = this.#names.get(text);
    if (whole !== undefined) return whole;
    return kept(text.replace(this.#pattern, (match) => this.#nameOf(match)));
  }

  #nameOf(match: string): string {
    const known = this.#names.get(match) ?? this.#ids.get(match);
    if (known !== undefined) return known;
    if (IS_TIME.test(match)) return '<time>';
    return IS_HOME.test(match) ? '<home>' : match.replace(UUIDS, '<uuid>');
  }
}

/** How a folder stands in texts: as it is, in an address, within JSON, and as seen from the root. */
function spellings(folder: string): string[] {
  const bare = folder.length > 1 ? folder.replace(/[\\/]+$/, '') : folder;
  const slashed = bare.replaceAll('\\', '/');
  const all = [bare, encodeURI(slashed), slashed, bare.replaceAll('\\', '\\\\')];
  return [...new Set(isShallow(bare) ? all : [...all, bare.replace(/^\//, '')])];
}

/** A folder right below the root has a name that is also a word: it stands for itself only before more of a path. */
function isShallow(folder: string): boolean {
  return /^[\\/][^\\/]*$/.test(folder);
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function kept(text: string): string {
  if (text.length <= KEPT_CHARACTERS) return text;
  const hash = hashText(text, HASH_START).toString(16);
  return `${text.slice(0, KEPT_CHARACTERS)}... (${text.length} characters, hash ${hash})`;
}
