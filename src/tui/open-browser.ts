import type { Database } from '../store/schema/sqlite.js';
import { Browser } from './browser.js';
import { charsetOf, coloursOf } from './terminal/terminal-capabilities.js';
import { clipboardSequence } from './terminal/clipboard.js';
import { guardTerminal } from './terminal/guards.js';
import { stopJob } from './terminal/job-control.js';
import { useLittleMemory } from './lean-memory.js';
import { showInPager } from './terminal/pager.js';
import { Surface } from './terminal/surface.js';

export interface OpenBrowserOptions {
  readonly db: Database;
  /** The path of the database, even before it exists. */
  readonly path: string;
  /** If nothing was ever recorded: opens the database once there is one. Until then `db` is empty. @param say as for {@link bringIn} */
  readonly awaited: ((say: (text: string) => void) => Database | undefined) | undefined;
  /** The recording to open first; if undefined, all are listed. */
  readonly recording: number | undefined;
  /** The database, as line commands have to name it; undefined if it is the default. */
  readonly named: string | undefined;
  readonly hasMouse: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** Brings in journals that no other process brings in. @param say called with problems of journals */
  readonly bringIn: (say: (text: string) => void) => void;
  /** Prints an error that was thrown, after the terminal was restored; returns the exit code. */
  readonly explain: (thrown: unknown) => number;
}

/** Takes the terminal, shows the screen until the person leaves it, and gives the terminal back. Returns the exit code. */
export async function openBrowser({ env, hasMouse, explain, ...rest }: OpenBrowserOptions): Promise<number> {
  useLittleMemory(rest.db);
  const charset = charsetOf(env);
  const { stdin: input, stdout: output } = process;
  const surface = new Surface({ input, output, colours: coloursOf(env), charset, hasMouse });
  const unguard = guardTerminal({ surface, input, output, explain });
  try {
    const browser = new Browser(
      {
        ...rest,
        surface,
        copy: (text) => {
          const sequence = clipboardSequence(text, env['TMUX'] !== undefined);
          if (sequence !== undefined) surface.send(sequence);
          return sequence !== undefined;
        },
        page: (text) => showInPager(text, { surface, env }),
        suspend: () => {
          stopJob(surface);
        },
      },
      charset === 'ascii',
    );
    await browser.run();
    return 0;
  } finally {
    surface.destroy();
    unguard();
  }
}
