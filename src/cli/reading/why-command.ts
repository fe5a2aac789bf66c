import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { printedJson } from '../../report/printed-json.js';
import { pageLineText, whyPage, type PageLine } from '../../report/waits/why-text.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { followRecording } from '../../tasks/recordings/follow-recording.js';
import { WhyRecording } from '../../tasks/waiting/why-recording.js';
import { WhyTaker } from '../../tasks/waiting/why-taker.js';
import { painted, type CliIo, type Colour } from '../program/io.js';

export interface WhyOptions extends DatabaseOption {
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** Between two looks at a live recording, in ms. */
const LOOK_MS = 500;

/** `turntable why`: who owes whom what, since when, and how we know. */
export async function why(named = '@last', options: WhyOptions, io: CliIo): Promise<number> {
  const conversations = new Conversations(options, io);
  try {
    const recording = conversations.recording(named);
    if (recording === undefined) {
      for (const answer of conversations.read(named, (subject) => new WhyTaker(subject)))
        await print(answer, options, io);
      return 0;
    }
    const { db } = conversations;
    const question = new WhyRecording(db, recording);
    if (!options.watch) {
      await print(question.ask(recording, io.now()), options, io);
      return 0;
    }
    for await (const current of followRecording(db, recording, { lookMs: LOOK_MS, restMs: LOOK_MS, io })) {
      if (!options.json) await io.clear();
      await print(question.ask(current, io.now()), options, io);
      await io.flush();
    }
    return 0;
  } finally {
    conversations.close();
  }
}

async function print(answer: WhyJson, { json, watch }: WhyOptions, io: CliIo): Promise<void> {
  if (json) await io.print(`${printedJson(answer, watch ? undefined : 2)}\n`);
  else for (const line of whyPage(answer)) await io.printLine(painted(COLOURS[line.look], pageLineText(line)));
}

const COLOURS: Readonly<Partial<Record<PageLine['look'], Colour>>> = {
  title: 'bold',
  headline: 'yellow',
  guess: 'cyan',
  dim: 'dim',
};
