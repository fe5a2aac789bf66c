import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A copy of Turntable beside links to the packages it requires, as `npm install --omit=optional` leaves it. */
export class Installation {
  readonly #folder = mkdtempSync(join(tmpdir(), 'turntable-installed-'));
  readonly turntable = join(this.#folder, 'bin/turntable.js');

  /** @param missing packages that are not installed either */
  constructor({ missing }: { readonly missing: readonly string[] }) {
    for (const name of ['bin', 'dist', 'package.json']) {
      cpSync(join(ROOT, name), join(this.#folder, name), { recursive: true });
    }
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const name of Object.keys(dependencies).filter((name) => !missing.includes(name))) {
      const link = join(this.#folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), link);
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
