const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const WEEK_MS = 6 * 24 * 3600 * 1000;

/** A time as a person says it: `10:41` today, `Tue 18:20` this week, otherwise the date: `2026-03-04`. */
export function whenText(date: Date, now: Date): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  if (date.toDateString() === now.toDateString()) return time;
  if (now.getTime() - date.getTime() < WEEK_MS) return `${DAYS[date.getDay()] ?? ''} ${time}`;
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
