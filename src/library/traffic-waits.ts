import { pageLineText, whyPage } from '../report/waits/why-text.js';
import type { WhyJson } from '../report/waits/why-json-schema.js';
import { ChunkWaits } from '../tasks/waiting/chunk-waits.js';
import type { Traffic, TrafficMoment } from './traffic.js';
import type { Waiting } from './types.js';

/** Says of the traffic of an agent what is waited for; reads each chunk once. */
export class TrafficWaits {
  readonly #traffic: Traffic;
  readonly #waits = new ChunkWaits();

  constructor(traffic: Traffic) {
    this.#traffic = traffic;
  }

  ask(moment: TrafficMoment): Waiting {
    for (const chunk of this.#traffic.take(moment)) this.#waits.take(chunk);
    return withText(this.#waits.ask(moment.atMs));
  }
}

/** With the page that `turntable why` prints. */
export function withText(answer: WhyJson): Waiting {
  return { text: [...whyPage(answer)].map(pageLineText).join('\n'), ...answer };
}
