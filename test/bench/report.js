import os from 'node:os';
import { greatest, median, ratioRange } from './stats.js';

/**
 * One row of the report.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {'us' | 'ms' | 'MB'} unit of the samples
 * @property {'median' | 'greatest'} summary how the samples of the rounds become one figure
 * @property {Record<string, number[]>} samples by variant (direct, copy, tap), one a round
 * @property {{ ratio?: number, figure?: number }} target at most this, as a ratio to the copy or in the row's unit; {} for none
 * @property {string} [failure] why the tap has no figure
 */

/** A row that was not measured, with the reason, so that a missing row is never taken for a reached one. */
export function skippedRow(name, reason) {
  return { name, unit: 'ms', summary: 'median', samples: {}, target: {}, skipped: reason };
}

/** The figure, its ratio to the copy and the verdict of a row: `reached` is true, false or undefined (nothing to reach). */
export function judge(row) {
  const of = row.summary === 'greatest' ? greatest : median;
  const figures = Object.fromEntries(Object.entries(row.samples).map(([name, values]) => [name, of(values)]));
  const ratio = figures.tap / figures.copy;
  const { target } = row;
  if (row.skipped !== undefined) return { figures, ratio, reached: undefined };
  if (row.failure !== undefined || !Number.isFinite(figures.tap)) return { figures, ratio, reached: false };
  if (target.ratio !== undefined) return { figures, ratio, reached: ratio <= target.ratio };
  return { figures, ratio, reached: target.figure === undefined ? undefined : figures.tap <= target.figure };
}

/** The Markdown table of `rows`. */
export function markdownTable(rows) {
  const head = ['row', 'direct', 'copy', 'tap', 'ratio or figure', 'target', 'reached'];
  const lines = [head, head.map(() => '---'), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** The machine, in one line that may stand under the table. */
export function machineLine() {
  const cpus = os.cpus();
  const memoryGb = Math.round(os.totalmem() / 2 ** 30);
  const load = os.loadavg()[0].toFixed(1);
  return (
    `Machine: ${cpus[0]?.model.trim() ?? 'unknown CPU'}, ${cpus.length} cores, ${memoryGb} GB, ` +
    `${os.type()} ${os.release()} ${os.arch()}, Node ${process.version}, load ${load} at the end`
  );
}

function cells(row) {
  const { figures, ratio, reached } = judge(row);
  const shown = (name) => (Number.isFinite(figures[name]) ? withUnit(figures[name], row.unit) : '-');
  const tap = row.failure === undefined ? shown('tap') : `FAIL: ${row.failure}`;
  return [
    row.name,
    shown('direct'),
    shown('copy'),
    tap,
    verdictFigure(row, figures, ratio),
    targetText(row),
    mark(row, reached),
  ];
}

function verdictFigure(row, figures, ratio) {
  if (row.skipped !== undefined || row.failure !== undefined || !Number.isFinite(figures.tap)) return '-';
  if (row.target.figure !== undefined || row.summary === 'greatest') return withUnit(figures.tap, row.unit);
  const range = ratioRange(row.samples.tap, row.samples.copy ?? []);
  const spread = range === undefined ? '' : ` (${range.map((value) => value.toFixed(2)).join('-')})`;
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)}x${spread}` : '-';
}

function targetText({ target, unit }) {
  if (target.ratio !== undefined) return `<= ${target.ratio.toFixed(2)}x copy`;
  return target.figure === undefined ? '-' : `<= ${target.figure} ${unit}`;
}

function mark(row, reached) {
  if (row.skipped !== undefined) return `NOT MEASURED: ${row.skipped}`;
  if (reached === undefined) return '-';
  return reached ? 'yes' : '**no**';
}

function withUnit(value, unit) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}
