import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ScreenTour } from '../support/screen/screen-tour.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENTS = ['docs/screen.md'];
/** The latest last: it is the one that is opened. */
const RECORDED = [
  'text-turn',
  'load',
  'error',
  'tool-call-allowed',
  'two-sessions',
  'v2-turn',
  'cancel-permission',
  'demo',
];

/** How a person gets to each screen of the documentation, from the list of recordings. */
const SCREENS: Readonly<Record<string, (tour: ScreenTour) => string>> = {
  recordings: (tour) => tour.look(20),
  turns: (tour) => tour.press('enter').look(),
  frames: (tour) => tour.press('enter', '5', 'v', '3').look(),
  'frames of a filter': (tour) =>
    tour.press('enter', '3', 'f').type('tool:call-2 or sev:warn+').press('enter').look(20),
  frame: (tour) => tour.press('enter', '5', 'v', '3', 'enter').look(),
  transcript: (tour) => tour.press('enter', '5', 'v').look(),
  violations: (tour) => tour.press('4').look(22),
  statistics: (tour) => tour.press('6').look(22),
  playback: (tour) => tour.press('enter', 'j', 'j', 'p').wait(110).press('p').look(16),
  export: (tour) => tour.press('enter', 'x').look(16),
  replay: (tour) => tour.press('S-r').look(),
};

const BLOCK = /(<!-- screen: (.+) -->\n+```text\n)[^]*?(^```\n)/gm;

test.each(DOCUMENTS)('the screens in %s are those that people see (vitest -u puts them there)', async (document) => {
  const text = readFileSync(`${ROOT}${document}`, 'utf8');
  const shown = text.replaceAll(BLOCK, (_, before: string, name: string, after: string) => {
    const look = SCREENS[name];
    if (look === undefined) throw new Error(`no way leads to the screen "${name}"`);
    return `${before}${look(new ScreenTour(RECORDED))}\n${after}`;
  });
  await expect(shown).toMatchFileSnapshot(`${ROOT}${document}`);
});

test('each of them stands somewhere', () => {
  const texts = DOCUMENTS.map((document) => readFileSync(`${ROOT}${document}`, 'utf8')).join('');
  const names = Array.from(texts.matchAll(BLOCK), ([, , name]) => name);
  expect(Array.from(new Set(names)).sort()).toEqual(Object.keys(SCREENS).sort());
});
