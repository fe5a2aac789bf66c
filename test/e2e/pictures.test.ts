import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';
import { skipLoudly } from '../support/processes/skip.js';

const PICTURES = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
skipLoudly(CHROMIUM === undefined, 'the pictures of the screen in a browser', 'there is no chromium here');

/** What a browser made of a picture. */
interface Seen {
  /** Of each text: where it is meant to stand, where it stands, and for how long, in px. */
  readonly texts: readonly { text: string; x: number; meant: number; width: number; meantWidth: number }[];
  /** Of each filled box: the colour that is meant, and that of the pixel in its left end. */
  readonly boxes: readonly { meant: string; seen: string }[];
  readonly paper: string;
}

/** Runs in the page: looks at the picture as text and, painted, at its pixels. */
const LOOK = `
  const hex = ([r, g, b]) => '#' + [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('');
  const number = (node, name) => Number(node.getAttribute(name));
  onload = async () => {
    const svg = document.querySelector('svg');
    const texts = [...svg.querySelectorAll('text')].map((node) => {
      const { x, width } = node.getBBox();
      return { text: node.textContent, x, width, meant: number(node, 'x'), meantWidth: number(node, 'textLength') };
    });
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(svg.outerHTML);
    await image.decode();
    const context = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d');
    context.drawImage(image, 0, 0);
    const at = (x, y) => hex(context.getImageData(x, y, 1, 1).data);
    const boxes = [...svg.querySelectorAll('g > rect:not([fill-opacity])')].map((node) => ({
      meant: node.getAttribute('fill'),
      seen: at(number(node, 'x') + 2, number(node, 'y') + number(node, 'height') - 2),
    }));
    document.body.textContent = JSON.stringify({ texts, boxes, paper: at(image.width / 2, 3) });
  };`;

function seenInChromium(svg: string): Seen {
  const folder = temporaryFolder();
  const page = join(folder, 'page.html');
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><body>${svg}<script>${LOOK}</script></body>`);
  const { stdout } = spawnSync(
    CHROMIUM ?? '',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${join(folder, 'profile')}`,
      '--virtual-time-budget=5000',
      '--dump-dom',
      `file://${page}`,
    ],
    { encoding: 'utf8' },
  );
  const [, json = ''] = /<body>(.*)<\/body>/s.exec(stdout) ?? [];
  return JSON.parse(json.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')) as Seen;
}

describe.skipIf(CHROMIUM === undefined).each([
  ['transcript-dark.svg', '#0d1117'],
  ['transcript-light.svg', '#ffffff'],
])('%s, in a browser', (name, paper) => {
  test('shows each text in its cells and each bar in its colour', () => {
    const seen = seenInChromium(readFileSync(join(PICTURES, name), 'utf8'));
    expect(seen.paper).toBe(paper);
    expect(seen.texts.map(({ text }) => text)).toContain('Make the greeting friendlier.');
    for (const { text, x, meant, width, meantWidth } of seen.texts) {
      expect(Math.abs(x - meant), `${text} begins in its cell`).toBeLessThan(2);
      expect(Math.abs(width - meantWidth), `${text} fills its cells`).toBeLessThan(2);
    }
    expect(seen.boxes.length).toBeGreaterThan(3);
    for (const box of seen.boxes) expect(box.seen).toBe(box.meant);
  });

  test('loads and runs nothing', () => {
    expect(readFileSync(join(PICTURES, name), 'utf8')).not.toMatch(
      /<script|href|url\(|<image|<foreignObject|\bon\w+=/i,
    );
  });
});
