import { explain } from '../../replay/explain/explain.js';
import type { ReplayOptions } from '../../replay/engine/match-options.js';
import type { Script } from '../../replay/script/script.js';
import { printedJson } from '../../report/printed-json.js';
import { explanationToJson } from '../../report/replay/explanation-json.js';
import { explanationText } from '../../report/replay/explanation-text.js';
import { acpPlaces } from '../../tasks/protocol/acp-places.js';
import type { CliIo } from '../program/io.js';

/** `turntable replay --explain`: says what a replay would do, without replaying. @param name the fixture, as it was named */
export async function replayExplain(
  { name, script }: { readonly name: string; readonly script: Script },
  options: ReplayOptions & { readonly json: boolean },
  io: CliIo,
): Promise<number> {
  const explanation = explain(script, acpPlaces(), options);
  if (options.json) await io.print(`${printedJson(explanationToJson(name, explanation, options), 2)}\n`);
  else for (const line of explanationText(explanation, options)) await io.printLine(line);
  return 0;
}
