import { join } from 'node:path';
import { readReplayFile } from '../../../src/tasks/replaying/replay-source.js';
import { compile } from '../../../src/replay/script/compile.js';
import type { RecordedFrame } from '../../../src/replay/script/recorded.js';
import type { ClientMessage, Script } from '../../../src/replay/script/script.js';
import { corpusFiles, corpusName } from '../fixtures/corpus.js';
import { Playing } from '../conversations/scripted.js';

/** A recorded conversation that is walked through by a client. */
export class Walk {
  readonly #script: Script;

  private constructor(script: Script) {
    this.#script = script;
  }

  /** @param name of a conversation in the corpus, as `gemini-cli-0.61.0/08-cancel-permission` */
  static through(name: string): Walk {
    const file = corpusFiles().find((path) => corpusName(path) === join(`${name}.jsonl`));
    if (file === undefined) throw new Error(`the corpus has no ${name}`);
    const { recorded } = readReplayFile(file, { process: undefined });
    return new Walk(compile(recorded));
  }

  /**
   * What comes after each message of the client, without the agent's stderr.
   *
   * @param order the numbers of the client's messages, from 1, in the order in which they are sent; all of them in recorded order, if left out
   */
  steps(order: readonly number[] = this.#script.messages.map((_, i) => i + 1)): string[] {
    const playing = new Playing(this.#script);
    const told = [`(start) -> ${sentBy(playing, 0)}`];
    for (const number of order) {
      const message = this.#script.messages[number - 1];
      if (message === undefined) throw new Error(`there is no message ${number}`);
      const before = playing.effects.length;
      playing.send(message.frame.bytes);
      const { divergence } = playing.engine;
      told.push(
        `${number} ${nameOf(message)} -> ${divergence === undefined ? sentBy(playing, before) : divergence.kind}`,
      );
      if (divergence !== undefined) return told;
    }
    const end = playing.end();
    if (end !== undefined) told.push(`(end) -> ${end.kind}`);
    return told;
  }
}

function nameOf({ kind, method = '?' }: ClientMessage): string {
  return kind === 'response' ? `answer to ${method}` : method;
}

/** `3 agent_message_chunk, answer to session/prompt`: neighbours of one kind are counted. */
function sentBy({ effects }: Playing, from: number): string {
  const names = effects.slice(from).flatMap((effect) => {
    if (effect.type !== 'send' || effect.frame.sender === 'stderr') return [];
    return [frameName(effect.frame)];
  });
  const counted: { name: string; count: number }[] = [];
  for (const name of names) {
    const last = counted.at(-1);
    if (last?.name === name) last.count += 1;
    else counted.push({ name, count: 1 });
  }
  return counted.map(({ name, count }) => (count === 1 ? name : `${count} ${name}`)).join(', ') || 'nothing';
}

function frameName({ said }: RecordedFrame): string {
  const [only] = said;
  if (only?.kind === 'response') return `answer to ${only.method ?? 'nothing'}`;
  return only?.updateKind ?? only?.method ?? '?';
}
