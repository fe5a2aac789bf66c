import type { Violation } from '../../check/engine/violation.js';
import { begunAt } from '../../model/turns/turn-beginning.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { StatsJson } from '../../report/json-output.js';
import type { Findings } from '../frame/conversation.js';
import type { FindingLine, OpenTurn } from '../../report/finding-lines.js';
import type { Stall } from '../../report/waits/stalls.js';
import { Marks } from './marks.js';

/** The most violations that are kept with their messages; of further ones only the marks. */
const MOST_VIOLATIONS = 50_000;

/** The results of a check while it goes on. */
export class GrowingFindings implements Findings {
  readonly marks = new Marks();
  readonly violations: Violation[] = [];
  readonly turns: TurnSummary[] = [];
  violationsLeftOut = 0;
  progress = 0;
  isFollowing = false;
  failure: string | undefined;
  statistics: StatsJson | undefined;
  protocol = '';
  openTurns: readonly OpenTurn[] = [];
  stalls: readonly Stall[] = [];

  take(line: FindingLine): void {
    switch (line.type) {
      case 'progress':
        this.progress = Math.min(line.done, 0.999);
        return;
      case 'turn':
        insert(this.turns, line.turn, begunAt);
        return;
      case 'violation':
        this.#add(line.violation);
        return;
      case 'now':
        this.isFollowing = true;
        this.openTurns = line.openTurns;
        this.stalls = line.stalls;
        return;
      case 'done':
        this.isFollowing = false;
        this.protocol = line.protocol;
        this.statistics = line.statistics;
        this.openTurns = [];
        this.stalls = [];
        this.progress = 1;
        return;
      case 'kept':
        return;
      default:
        line satisfies never;
    }
  }

  #add(violation: Violation): void {
    this.marks.add(violation.seq, violation.severity);
    if (this.violations.length >= MOST_VIOLATIONS) this.violationsLeftOut += 1;
    else insert(this.violations, violation, ({ seq }) => seq);
  }
}

/** Inserts into a sorted list; new items usually belong at the end. */
function insert<Item>(sorted: Item[], item: Item, placeOf: (item: Item) => number): void {
  const place = placeOf(item);
  let at = sorted.length;
  for (let before = sorted[at - 1]; before !== undefined && placeOf(before) > place; before = sorted[at - 1]) at -= 1;
  sorted.splice(at, 0, item);
}
