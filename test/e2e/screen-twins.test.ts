import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { View } from '../../src/screen/frame/view.js';
import { typedLine } from '../../src/screen/frame/twins.js';
import { painted } from '../support/screen/painted.js';
import { run } from '../support/processes/program.js';
import { ScreenTour } from '../support/screen/screen-tour.js';
import { TURNTABLE } from '../support/turntable/turntable.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FIXTURE = join(ROOT, 'fixtures/conversations/demo.acp');

/** A view, how the documentation calls it, and what stands in it and in what its line commands print. */
interface Twin {
  readonly name: string;
  readonly view: View;
  readonly told: readonly string[];
}

async function twinsOf(tour: ScreenTour): Promise<readonly Twin[]> {
  const { archive, views } = tour;
  const conversation = archive.conversation(2);
  if (conversation === undefined) throw new Error('nothing is recorded');
  const [violation] = conversation.findings.violations;
  const seq = violation?.seq ?? 0;
  const diff = ['diff', '1', '2'];
  const printed = await lineCommand(tour, [...diff, '--json']);
  return [
    { name: 'recordings', view: views.recordings(), told: ['demo-agent', '2.1 s'] },
    { name: 'turns', view: views.turns(conversation), told: ['491 ms', 'cancelled', 'Make the greeting friendlier.'] },
    { name: 'frames', view: views.frames(conversation, seq), told: ['session/new', 'call-never-announced', '944 ms'] },
    { name: 'a frame', view: views.detail(conversation, seq), told: ['"call-never-announced"', '"tool_call_update"'] },
    {
      name: 'transcript',
      view: views.transcript(conversation, seq),
      told: ['First I read the file.', 'Format greet.js'],
    },
    { name: 'violations', view: views.violations(conversation), told: ['tool-call/update-before-create'] },
    { name: 'statistics', view: views.statistics(conversation), told: ['session/request_permission', '491 ms'] },
    { name: 'why it waits', view: views.why(conversation), told: ['the client closed the connection'] },
    { name: 'differences', view: views.differences(printed, diff), told: ['session 1, turn 1'] },
    { name: 'export', view: views.takeAway({ conversation, seq, frames: { from: 14, to: 17 } }), told: [] },
    { name: 'replay', view: replayOf(tour), told: ['session/prompt', 'cancelled'] },
  ];
}

/** A replay whose fixture has been written, with its script. */
function replayOf({ archive, views }: ScreenTour): View {
  const conversation = archive.conversation(2);
  const [opening, writing] = conversation === undefined ? [] : views.replay({ conversation, seq: undefined });
  if (opening?.type !== 'open' || writing?.type !== 'write-fixture') throw new Error('no replay');
  writing.then({ path: FIXTURE, bytes: readFileSync(FIXTURE) });
  painted(opening.view, 160, 120);
  opening.view.act({ name: 'next-pane' });
  return opening.view;
}

/** What a command prints; it must do what it was asked for. */
async function lineCommand({ database }: ScreenTour, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run([process.execPath, TURNTABLE, ...words, '--db', database]);
  expect([words, stderr, code === 0 || code === 1]).toEqual([words, expect.any(String), true]);
  return stdout.toString();
}

test('every view has line commands that tell what it shows, and the documentation names them', async () => {
  const tour = new ScreenTour(['text-turn', 'demo']);
  const document = readFileSync(join(ROOT, 'docs/screen.md'), 'utf8');
  for (const { name, view, told } of await twinsOf(tour)) {
    const shown = painted(view, 160, 120).toString();
    expect([name, view.twins.length > 0]).toEqual([name, true]);
    const [row = ''] = new RegExp(`^\\| ${name} .*$`, 'm').exec(document) ?? [];
    for (const words of view.twins)
      expect([name, row]).toEqual([name, expect.stringContaining(`turntable ${words[0]}`)]);
    const lines = view.twins.filter((words) => words[0] !== 'replay' || words.includes('--explain'));
    const printed = await Promise.all(lines.map((words) => lineCommand(tour, words)));
    for (const text of told) {
      expect([name, shown]).toEqual([name, expect.stringContaining(text)]);
      expect([name, printed.join('')]).toEqual([name, expect.stringContaining(text)]);
    }
  }
});

test('no view is forgotten here', async () => {
  const folder = join(ROOT, 'src/screen');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const classes = files.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    return Array.from(source.matchAll(/class (\w+) implements (?:View|DetailPane)\b/g), ([, name = '']) => name);
  });
  const twins = await twinsOf(new ScreenTour(['text-turn', 'demo']));
  expect(twins.map(({ view }) => view.constructor.name).sort()).toEqual(classes.sort());
});

test('the command goes with the filter, the turn, the play head, and another database', () => {
  const tour = new ScreenTour(['text-turn', 'demo']);
  const conversation = tour.archive.conversation(2);
  if (conversation === undefined) throw new Error('nothing is recorded');
  const frames = tour.views.frames(conversation);
  const line = ({ twins }: View, database?: string) => typedLine(twins[0] ?? [], database);
  painted(frames, 80, 24);
  frames.act({ name: 'filter', argument: 'tool:call-2 or sev:warn+' });
  expect(line(frames)).toBe("turntable show 2 --filter 'tool:call-2 or sev:warn+'");
  expect(line(frames, '/x y/t.db')).toMatch(/ --db '\/x y\/t\.db'$/);
  frames.act({ name: 'clear-filter' });
  frames.act({ name: 'seek', argument: '#58' });
  expect(line(frames)).toBe('turntable show 2 --frames ..58');
  const transcript = tour.views.transcript(conversation, 40);
  painted(transcript, 80, 24);
  expect(line(transcript)).toMatch(/^turntable show 2 --session=\S+ --turn=2$/);
  expect(transcript.twins[1]).toEqual(['show', '2', '--frames', '..58']);
});
