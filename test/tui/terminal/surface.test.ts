import { describe, expect, test } from 'vitest';
import type { Key, Mouse } from '../../../src/tui/terminal/key-sequences.js';
import type { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { BOLD, INVERSE, ROLES, styleOf, UNDERLINE } from '../../../src/report/style.js';
import { attributesOf, type Colours } from '../../../src/screen/cells/theme.js';
import { FakeTerminal, modesLeft } from '../../support/terminal/fake-terminal.js';
import { fc } from '../../support/values/property.js';
import { anyText, hostileText } from '../../support/values/text.js';

/** What the surface itself sends: modes, cursor moves, colours, and nothing else. */
// eslint-disable-next-line no-control-regex
const OWN_CONTROLS = /\u001b(?:\[[0-9;?]*[A-HJKhlmr]|[78=>])/g;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]/;

interface Step {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly style: number;
}

const WIDTH = 24;
const HEIGHT = 4;

const style = fc
  .tuple(fc.constantFrom(...ROLES), fc.constantFrom(0, BOLD, UNDERLINE, INVERSE))
  .map(([role, emphasis]) => styleOf(role, emphasis));
const step = fc.record({
  x: fc.nat(WIDTH - 1),
  y: fc.nat(HEIGHT - 1),
  text: fc.oneof(hostileText(5), anyText(8)),
  style,
});
const scene = fc.array(step, { maxLength: 6 });

function drawn(steps: readonly Step[]): (buffer: CellBuffer) => void {
  return (buffer) => {
    for (const { x, y, text, style: set } of steps) buffer.text({ x, y, width: WIDTH - x }, text, set);
  };
}

describe('a picture', () => {
  test('that is made of the one before is the same as one painted anew, and drives nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(scene, { minLength: 2, maxLength: 4 }),
        fc.constantFrom<Colours>(256, 16, 0),
        async (scenes, colours) => {
          const [terminal, fresh] = [new FakeTerminal(WIDTH, HEIGHT), new FakeTerminal(WIDTH, HEIGHT)];
          const [surface, other] = [terminal.surface({ colours }), fresh.surface({ colours })];
          for (const steps of scenes) {
            surface.paint(drawn(steps));
            await terminal.read();
          }
          other.paint(drawn(scenes.at(-1) ?? []));
          expect(await terminal.cells()).toEqual(await fresh.cells());
          expect(terminal.written.replace(OWN_CONTROLS, '')).not.toMatch(CONTROL);
          for (const one of [surface, other]) one.destroy();
          for (const one of [terminal, fresh]) one.dispose();
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([256, 16, 0] as const)('shows each cell as it was drawn, with %i colours', async (colours) => {
    const terminal = new FakeTerminal(12, ROLES.length);
    const surface = terminal.surface({ colours });
    const styles = ROLES.map((role, number) => styleOf(role, number % 8));
    surface.paint((buffer) => {
      styles.forEach((set, y) => buffer.text({ x: 1, y, width: 11 }, 'aé日b', set));
    });
    const cells = await terminal.cells();
    styles.forEach((set, y) => {
      const { colour = -1, ...rest } = attributesOf(set, colours);
      expect(cells[y]?.slice(1, 6).map(({ text }) => text)).toEqual(['a', 'é', '日', '', 'b']);
      expect(cells[y]?.[1]).toEqual({ text: 'a', colour, ...rest });
      expect(cells[y]?.[0]).toEqual({ text: ' ', colour: -1, isBold: false, isUnderlined: false, isInverse: false });
    });
  });

  test('keeps its columns in a terminal that takes emoji and marks for another width', async () => {
    const terminal = new FakeTerminal(20, 3);
    terminal.surface().paint((buffer) => {
      ['👍🏽', 'क्षि', '❤\ufe0f', '⛄', '🇩🇪', 'ﷺ'].forEach((text, y) => {
        buffer.text({ x: 0, y: y % 3, width: 8 }, text, 0);
        buffer.text({ x: 10, y: y % 3, width: 2 }, '||', 0);
      });
    });
    for (const row of await terminal.cells()) expect(row.slice(10, 12).map(({ text }) => text)).toEqual(['|', '|']);
  });

  test('is painted once however often it is asked for, and a second time sends no text', async () => {
    const terminal = new FakeTerminal();
    const surface = terminal.surface();
    let paints = 0;
    const draw = (buffer: CellBuffer): void => {
      paints += 1;
      buffer.text({ x: 0, y: 0, width: 80 }, 'the same', 0);
    };
    for (let time = 0; time < 300; time += 1) surface.paint(draw);
    await terminal.read();
    expect(paints).toBe(1);
    terminal.written = '';
    surface.paint(draw);
    await terminal.read();
    expect(terminal.written.replace(OWN_CONTROLS, '')).toBe('');
  });

  test('is ASCII where the terminal knows no more', async () => {
    const terminal = new FakeTerminal(20, 1);
    terminal.surface({ charset: 'ascii' }).paint((buffer) => buffer.text({ x: 0, y: 0, width: 20 }, 'é日👍\u001b', 0));
    await terminal.read();
    // eslint-disable-next-line no-control-regex
    expect(terminal.written).toMatch(/^[\u0000-\u007f]*$/);
    expect((await terminal.rows())[0]?.trimEnd()).toBe('???^[');
  });

  test('is painted anew over whatever the terminal shows', async () => {
    const terminal = new FakeTerminal(20, 2);
    const surface = terminal.surface();
    surface.paint((buffer) => buffer.text({ x: 0, y: 1, width: 20 }, 'ours', 0));
    await terminal.read();
    terminal.output.write('\u001b[Hsomething else');
    surface.repaint();
    expect((await terminal.rows()).map((row) => row.trimEnd())).toEqual(['', 'ours']);
  });

  test('stands with the cursor where it was parked', async () => {
    const terminal = new FakeTerminal(20, 4);
    const surface = terminal.surface();
    surface.paint((buffer) => {
      buffer.text({ x: 0, y: 0, width: 20 }, 'rows', 0);
      buffer.park({ x: 3, y: 2, isShown: false });
    });
    expect(await terminal.cursor()).toEqual({ x: 3, y: 2 });
    expect(terminal.written).not.toContain('\u001b[?25h');
    surface.paint((buffer) => {
      buffer.park({ x: 5, y: 3, isShown: true });
    });
    expect(await terminal.cursor()).toEqual({ x: 5, y: 3 });
    expect(terminal.written.lastIndexOf('\u001b[?12l\u001b[?25h')).toBeGreaterThan(
      terminal.written.lastIndexOf('\u001b[?25l'),
    );
  });
});

test('in a new size all of it is painted at once', async () => {
  const terminal = new FakeTerminal(20, 3);
  const surface = terminal.surface();
  const sizes: unknown[] = [];
  surface.on('resize', (size) => sizes.push(size));
  surface.paint((buffer) => {
    buffer.text({ x: buffer.width - 4, y: buffer.height - 1, width: 4 }, 'edge', 0);
  });
  await terminal.read();
  terminal.resize(30, 5);
  expect((await terminal.rows()).map((row) => row.trimEnd())).toEqual(['', '', '', '', `${' '.repeat(26)}edge`]);
  terminal.resize(8, 2);
  expect((await terminal.rows()).map((row) => row.trimEnd())).toEqual(['', '    edge']);
  expect(sizes).toEqual([
    { width: 30, height: 5 },
    { width: 8, height: 2 },
  ]);
});

test('keys, pastes and clicks are told apart', () => {
  const terminal = new FakeTerminal();
  const surface = terminal.surface();
  const heard: (Key | Mouse | string)[] = [];
  surface.on('key', (key) => heard.push(key));
  surface.on('paste', (text) => heard.push(text));
  surface.on('mouse', (mouse) => heard.push(mouse));
  terminal.type('jG\u001b[200~q\u001b[201~\u001b[<0;3;4M');
  expect(heard).toEqual([{ name: 'j', text: 'j' }, { name: 'S-g', text: 'G' }, 'q', { action: 'press', x: 2, y: 3 }]);
});

describe('the terminal', () => {
  test('is taken, given back and taken again', async () => {
    const terminal = new FakeTerminal(20, 2);
    terminal.output.write('what was there');
    const surface = terminal.surface();
    surface.paint((buffer) => buffer.text({ x: 0, y: 0, width: 20 }, 'ours', 0));
    expect([await terminal.isAlternate(), terminal.isRaw, terminal.isPaused]).toEqual([true, true, false]);
    surface.suspend();
    expect([await terminal.isAlternate(), terminal.isRaw, terminal.isPaused]).toEqual([false, false, true]);
    expect((await terminal.rows())[0]?.trimEnd()).toBe('what was there');
    surface.resume();
    expect([await terminal.isAlternate(), terminal.isRaw, terminal.isPaused]).toEqual([true, true, false]);
    expect((await terminal.rows())[0]?.trimEnd()).toBe('ours');
    surface.destroy();
    expect([await terminal.isAlternate(), terminal.isRaw, terminal.isPaused]).toEqual([false, false, true]);
    expect((await terminal.rows())[0]?.trimEnd()).toBe('what was there');
  });

  test('gets every mode back that it was put into', async () => {
    const terminal = new FakeTerminal();
    const surface = terminal.surface();
    surface.paint((buffer) => {
      buffer.park({ x: 0, y: 0, isShown: false });
    });
    await terminal.read();
    surface.destroy();
    expect(modesLeft(terminal.written)).toEqual([]);
    for (const mode of ['1049', '25', '7', '1', '2004', '1000', '1002', '1006']) {
      expect(terminal.written).toMatch(new RegExp(`\\u001b\\[\\?${mode}[hl]`));
    }
    // every motion of the mouse
    expect(terminal.written).not.toContain('\u001b[?1003h');
  });

  test('is asked for no mouse where none is wanted', async () => {
    const terminal = new FakeTerminal();
    terminal.surface({ hasMouse: false });
    await terminal.read();
    expect(terminal.written).not.toContain('\u001b[?1000h');
  });

  test('is left alone once it is given back', async () => {
    const terminal = new FakeTerminal();
    const surface = terminal.surface();
    surface.suspend();
    await terminal.read();
    const { written } = terminal;
    surface.paint((buffer) => buffer.text({ x: 0, y: 0, width: 9 }, 'late', 0));
    surface.repaint();
    surface.send('\u001b]52;c;\u0007');
    terminal.resize(30, 10);
    await terminal.read();
    expect(terminal.written).toBe(written);
  });
});

test('the process keeps no listener of a surface that is gone', () => {
  const count = (): number => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const before = count();
  const terminal = new FakeTerminal();
  const surface = terminal.surface();
  expect(process.listenerCount('uncaughtException'), 'while it is there').toBeLessThanOrEqual(1);
  surface.destroy();
  expect(count()).toBe(before);
});
