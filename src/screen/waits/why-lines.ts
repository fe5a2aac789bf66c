import type { Role } from '../../report/style.js';
import { BOLD } from '../../report/style.js';
import { LABEL_WIDTH, whyPage, type PageLine } from '../../report/waits/why-text.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import type { ListedLine } from '../tables/line-list.js';
import { wrapped } from '../../report/wrapped.js';

const NOTHING = 'Nobody owes anybody anything: every request is answered, and no turn is open.';

/** Below this width, in cells, labels have no column of their own. */
const ROOMY = 60;

const ROLES: Readonly<Record<PageLine['look'], Role>> = {
  title: 'title',
  headline: 'warning',
  fact: 'ok',
  guess: 'permission',
  dim: 'dim',
};

/** The page of `turntable why`, wrapped to a width. Its title is in the top line of the screen. */
export function whyLines(why: WhyJson, width: number): ListedLine[] {
  const [, ...page] = whyPage(why);
  // the first line is the empty line after the title
  const lines = page.slice(1).flatMap((line) => linesOf(line, width));
  if (why.waits.length > 0) return lines;
  const nothing = linesOf({ label: '', text: NOTHING, look: 'title' }, width);
  return lines.length === 0 ? nothing : [...nothing, { spans: [], seq: undefined }, ...lines];
}

function linesOf({ label, text, look, seq }: PageLine, width: number): ListedLine[] {
  if (text === '') return [{ spans: [], seq }];
  const role = ROLES[look];
  if (label === '') {
    const emphasis = look === 'headline' ? BOLD : 0;
    return wrapped(text, width).map((part) => ({ spans: [{ text: part, role, emphasis }], seq }));
  }
  const indent = width < ROOMY ? LABEL_WIDTH + 1 : LABEL_WIDTH + 4;
  const before = (width < ROOMY ? label : `  ${label}`).padEnd(indent);
  return wrapped(text, Math.max(1, width - indent)).map((part, i) => ({
    spans: [
      { text: i === 0 ? before : ' '.repeat(indent), role },
      { text: part, role: look === 'dim' ? 'dim' : 'plain' },
    ],
    seq,
  }));
}
