import { fidelityJson } from '../../report/fidelity/fidelity-json.js';
import { fidelityLines, type FidelityLine } from '../../report/fidelity/fidelity-text.js';
import { printedJson } from '../../report/printed-json.js';
import { Fidelity, type FidelityWish } from '../../tasks/comparing/fidelity-named.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { forEachNamed } from '../program/failure.js';
import { painted, type CliIo, type Colour } from '../program/io.js';

export interface FidelityOptions extends FidelityWish, DatabaseOption {
  readonly json?: boolean;
}

/** `turntable fidelity`: what session/load replayed, against what was live. Exit 1 if they differ. */
export async function fidelity(named: readonly string[], options: FidelityOptions, io: CliIo): Promise<number> {
  const conversations = new Conversations(options, io);
  try {
    const asked = new Fidelity(conversations, options);
    const take = (name: string): void => {
      asked.take(name);
    };
    const failed = await forEachNamed(named, conversations, take, io);
    const restores = asked.judge();
    if (options.json) await io.print(`${printedJson(fidelityJson(restores), 2)}\n`);
    else for (const line of fidelityLines(restores)) await io.printLine(painted(COLOURS[line.style], line.text));
    return failed || Number(restores.some(({ faults }) => faults.length > 0));
  } finally {
    conversations.close();
  }
}

const COLOURS: Readonly<Record<FidelityLine['style'], Colour | undefined>> = {
  title: 'bold',
  summary: 'bold',
  live: 'red',
  replayed: 'green',
  note: 'dim',
};
