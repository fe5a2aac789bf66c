import type { NumberCondition, NumberField } from './filter.js';

type Units = readonly (readonly [unit: string, factor: number])[];

/** Units, the largest first: the first one that divides the number is printed. */
const BYTES: Units = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
  ['', 1],
];
const TIMES: Units = [
  ['h', 3600e9],
  ['m', 60e9],
  ['s', 1e9],
  ['ms', 1e6],
  ['us', 1e3],
  ['ns', 1],
];
const COUNTS: Units = [['', 1]];

const UNITS: Readonly<Record<NumberField, Units>> = { size: BYTES, dur: TIMES, t: TIMES, seq: COUNTS, turn: COUNTS };

/** Other spellings, in lower case. */
const SPELLINGS: Readonly<Record<string, string>> = { b: '', kb: 'k', mb: 'm', gb: 'g', min: 'm', µs: 'us' };

/** Parses the number that a person wrote for a field: bytes, ns, or a plain count. Undefined if it is not a number. */
export function readQuantity(field: NumberField, text: string): number | undefined {
  const units = UNITS[field];
  const clock = units === TIMES ? clockTime(text) : undefined;
  if (clock !== undefined) return clock;
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([a-zµ]*)$/i.exec(text) ?? [];
  const factor = digits === undefined ? undefined : factorOf(units, unit.toLowerCase());
  if (digits === undefined || factor === undefined || (units === COUNTS && digits.includes('.'))) return undefined;
  const value = Math.round(Number(digits) * factor);
  return Number.isSafeInteger(value) ? value : undefined;
}

function factorOf(units: Units, unit: string): number | undefined {
  // a time without a unit is in seconds, as timelines show it
  if (units === TIMES && unit === '') return 1e9;
  const spelled = units === COUNTS || (units === TIMES && unit === 'b') ? unit : (SPELLINGS[unit] ?? unit);
  return units.find(([name]) => name.toLowerCase() === spelled)?.[1];
}

/** `1:23.5`, `1:02:03`: minutes and seconds, hours before them; in ns. */
function clockTime(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2}(?:\.\d+)?)$/.exec(text) ?? [];
  if (minutes === undefined || seconds === undefined) return undefined;
  return Math.round((Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1e9);
}

function quantityText(field: NumberField, value: number): string {
  const [unit, factor] = UNITS[field].find(([, each]) => value % each === 0 && (value > 0 || each === 1)) ?? ['', 1];
  return `${value / factor}${unit}`;
}

/** A condition as text: `size>10k`, `t:1m..2m`. */
export function numberText({ field, min, max }: NumberCondition): string {
  const text = (value: number): string => quantityText(field, value);
  if (min === max) return `${field}:${text(min)}`;
  if (max === Infinity) return field + shorter(`>=${text(min)}`, `>${text(Math.max(0, min - 1))}`, min > 0);
  if (min === -Infinity) return field + (max < 0 ? '<0' : shorter(`<=${text(max)}`, `<${text(max + 1)}`, true));
  return `${field}:${text(min)}..${text(max)}`;
}

/** For whole numbers, `size>=10001` is printed as `size>10k`. */
function shorter(usual: string, other: string, mayBeOther: boolean): string {
  return mayBeOther && other.length < usual.length ? other : usual;
}
