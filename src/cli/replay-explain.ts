import { explain } from '../replay/explain.js';
import type { ReplayOptions } from '../replay/options.js';
import type { Script } from '../replay/script.js';
import { printedJson } from '../view/printed-json.js';
import { explanationToJson } from '../view/replay/explanation-json.js';
import { explanationText } from '../view/replay/explanation-text.js';
import { acpPlaces } from './acp-places.js';
import type { CliIo } from './io.js';

/** `turntable replay --explain`: says what a replay would do, and does nothing. @param name the fixture, as it was named */
export async function replayExplain(
  { name, script }: { readonly name: string; readonly script: Script },
  options: ReplayOptions & { readonly json: boolean },
  io: CliIo,
): Promise<number> {
  const explanation = explain(script, acpPlaces(), options);
  if (options.json) await io.printLine(printedJson(explanationToJson(name, explanation, options), 2));
  else for (const line of explanationText(explanation, options)) await io.printLine(line);
  return 0;
}
