// A small program on the surface and its guards, for tests in a real terminal: node screen-program.js
// It shows its size, the keys it heard and what it was asked for; keys: q quits, t throws, r rejects, k throws beyond repair,
// l shows a text in $PAGER, C-z stops the job, e ends the process at once, w waits for a signal.
import { guardTerminal, charsetOf, coloursOf, stopJob, showInPager, Surface, styleOf } from '../../../build/parts.js';

const { stdin: input, stdout: output, env } = process;
const surface = new Surface({ input, output, colours: coloursOf(env), charset: charsetOf(env), hasMouse: true });
const release = guardTerminal({
  surface,
  input,
  output,
  explain: (thrown) => {
    process.stderr.write(`said: ${thrown instanceof Error ? thrown.message : thrown}\n`);
    return 70;
  },
});
const heard = [];

function draw(buffer) {
  const { width, height } = buffer;
  buffer.fill({ x: 0, y: 0, width, height }, 0);
  buffer.text({ x: 0, y: 0, width }, `size ${width}x${height} pid ${process.pid}`, styleOf('title'));
  buffer.text({ x: 0, y: 1, width }, `heard ${heard.join(' ')}`, 0);
  buffer.text({ x: 0, y: 2, width }, 'unsafe \u001b[2J \u009b31m 👍🏽 日本 e\u0301', styleOf('error'));
  buffer.text({ x: Math.max(0, width - 4), y: height - 1, width: 4 }, 'edge', styleOf('client'));
}

function quit() {
  surface.destroy();
  release();
}

const ACTIONS = {
  q: quit,
  t: () => {
    throw new Error('thrown');
  },
  r: () => {
    void Promise.reject(new Error('rejected'));
  },
  k: () => {
    surface.destroy = () => {
      throw new Error('beyond repair');
    };
    throw new Error('thrown');
  },
  e: () => process.exit(9),
  l: () => void showInPager('the text\nof the pager \u001b[31m\n', { surface, env }).then(heardOfPager),
  'C-z': () => stopJob(surface),
};

function heardOfPager(failure) {
  heard.push(failure ?? 'paged');
  surface.paint(draw);
}

surface.on('key', ({ name }) => {
  heard.push(name);
  surface.paint(draw);
  ACTIONS[name]?.();
});
surface.on('paste', (text) => {
  heard.push(`pasted:${text}`);
  surface.paint(draw);
});
surface.on('mouse', ({ action, x, y }) => {
  heard.push(`${action}:${x},${y}`);
  surface.paint(draw);
});
surface.paint(draw);
