import type { JsonObject } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import { textOf } from '../json-access.js';
import { extendText, toldText } from '../turns/prompts.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';

const REMEMBERED = 5_000;

/** v2: the texts of replayed user messages, to compare them with earlier ones. */
export function noteReplayedText({ replay }: Session, step: Step, update: JsonObject): void {
  const id = textOf(update['messageId']);
  if (replay === undefined || step.version !== 2 || id === undefined) return;
  const known = replay.userTexts.get(id);
  if (known !== undefined) {
    extendText(known, update);
    return;
  }
  replay.userTexts.set(id, toldText(step, update));
  dropOldest(replay.userTexts, REMEMBERED);
}
