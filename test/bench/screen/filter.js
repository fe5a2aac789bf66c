import { FilterScan, FilterMarks, parseFilter } from '../../../build/parts.js';
import { median } from '../stats.js';

/** As many rows as a screen of 40 lines shows. */
const SCREEN_ROWS = 40;

/** Where each filter stands: what SQL knows by columns, and what has to be looked for in the lines. */
const FILTERS = [
  { name: 'from:agent', isIndexed: true },
  { name: 'method:session/prompt', isIndexed: true },
  { name: 'kind:error', isIndexed: true },
  { name: 'method:fs/read_text_file kind:response session:session-49', isIndexed: true },
  { name: 'update:tool_call', isIndexed: true },
  { name: 'update:plan', isIndexed: true },
  { name: 'tool:call-1999-4', isIndexed: true },
  { name: 'id:2041', isIndexed: true },
  { name: 'size>300', isIndexed: true },
  { name: 'is:unanswered or dur>2s', isIndexed: true },
  { name: 'rule:tool-call/*', isIndexed: true },
  { name: 'not has:violation', isIndexed: true },
  { name: 'lorem', isIndexed: false },
  { name: 'call-1999-4', isIndexed: false },
  { name: '"no such text"', isIndexed: false },
  { name: 'not "ipsum"', isIndexed: false },
  { name: '/call-19+-[0-4]"/', isIndexed: false },
  { name: '/[^a-z]{12}[xyz]/', isIndexed: false },
  { name: 'path:params.update.status=completed', isIndexed: false },
];

/** A violation at every 1,000th frame. */
const marks = new FilterMarks({
  turns: [],
  violations: Array.from({ length: 1_000 }, (_, i) => ({ seq: i * 1_000, rule: 'tool-call/x', severity: 'error' })),
});

/**
 * The rows of the filter: of each the median over `rounds`. A busy machine makes the times on the clock longer; the times of
 * the CPU say what it would take alone, and are what is judged.
 */
export function filterRows(db, rounds) {
  return FILTERS.map(({ name, isIndexed }) => {
    const filter = parseFilter(name).filter;
    scan(db, filter);
    const runs = Array.from({ length: rounds }, () => scan(db, filter));
    const of = (member) => median(runs.map((run) => run[member]));
    const figures = Object.fromEntries(
      ['firstMs', 'firstCpu', 'wholeMs', 'wholeCpu', 'stepCpu'].map((key) => [key, of(key)]),
    );
    const reached = figures.firstCpu <= 300 && figures.stepCpu <= 50 && (isIndexed || figures.wholeCpu <= 3000);
    return { name, found: runs[0].found, ...figures, reached };
  });

  /** One scan from its beginning to its end. `first`: until a screen is full; of texts, until progress can be shown. */
  function scan(database, filter) {
    const isText = JSON.stringify(filter).includes('"type":"text"');
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    const scanning = new FilterScan(database, 1, filter, { marks });
    const figures = { found: 0, stepCpu: 0 };
    for (let step = { done: false }; !step.done;) {
      const before = cpuMs(cpu);
      step = scanning.step();
      figures.stepCpu = Math.max(figures.stepCpu, cpuMs(cpu) - before);
      figures.found += step.found.length;
      if (figures.found >= SCREEN_ROWS || isText || step.done) {
        figures.firstMs ??= performance.now() - began;
        figures.firstCpu ??= cpuMs(cpu);
      }
    }
    return { ...figures, wholeMs: performance.now() - began, wholeCpu: cpuMs(cpu) };
  }
}

function cpuMs(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
