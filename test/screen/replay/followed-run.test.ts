import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readScript } from '../../../src/replay/script/read-script.js';
import { FollowedRun } from '../../../src/screen/replay/followed-run.js';
import { latin1 } from '../../support/values/bytes.js';
import { PLACES, ReplayedRun } from '../../support/screen/replayed-run.js';

const FOLDER = fileURLToPath(new URL('../../../fixtures/conversations/', import.meta.url));

function followed(fixture: Uint8Array) {
  const script = readScript('a.acp', fixture);
  return { script, run: new FollowedRun(script.newEngine(PLACES)) };
}

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.acp')))('%s', (name) => {
  const fixture = readFileSync(FOLDER + name);
  const said = (frames: ReturnType<typeof readScript>['frames']) => frames.filter(({ sender }) => sender !== 'stderr');

  test('a run that goes as recorded has every frame, each at the place where it has the same bytes', () => {
    const { script, run } = followed(fixture);
    const { conversation } = new ReplayedRun(fixture).sayAll().leave();
    // an entry at a time: it does not matter how much is there when one looks
    while (run.take(conversation, 1));
    expect(run.endOf(conversation)).toBe('as-recorded');
    for (const frame of said(script.frames)) {
      const entry = conversation.entry(run.seqOf(frame) ?? -1);
      expect(entry).toMatchObject({ stream: frame.sender });
      if (entry?.type === 'frame') expect(latin1(conversation.bytes(entry))).toBe(latin1(frame.bytes));
    }
    const { came, ofClient, sent, ofAgent } = run.coverage;
    expect([came, sent]).toEqual([ofClient, ofAgent]);
  });

  test('a frame that the run lacks is not ticked, and all others are', () => {
    const { script, run } = followed(fixture);
    const { conversation } = new ReplayedRun(fixture).sayAll().leave();
    const agent = said(script.frames).filter(({ sender }) => sender === 'agent');
    const lost = agent[agent.length >> 1];
    const lostSeq = seqIn(fixture, lost);
    const entry = (seq: number) => {
      const found = conversation.entry(seq);
      return seq === lostSeq ? ({ type: 'event', seq, name: 'gap', fields: {}, atNs: undefined } as const) : found;
    };
    run.take({ ...conversation, entry }, Infinity);
    expect(said(script.frames).filter((frame) => run.seqOf(frame) === undefined)).toEqual([lost]);
  });
});

/** Where a run that goes as recorded has a frame. */
function seqIn(fixture: Uint8Array, frame: { readonly seq: number } | undefined): number | undefined {
  const { script, run } = followed(fixture);
  const { conversation } = new ReplayedRun(fixture).sayAll().leave();
  run.take(conversation, Infinity);
  const own = script.frames.find(({ seq }) => seq === frame?.seq);
  return own && run.seqOf(own);
}

test('what came before the client has said anything counts, and a client that leaves in the middle has not', () => {
  const { run } = followed(readFileSync(`${FOLDER}text-turn.acp`));
  const recorded = new ReplayedRun(readFileSync(`${FOLDER}text-turn.acp`)).say();
  run.take(recorded.conversation, Infinity);
  expect(run.endOf(recorded.conversation)).toBeUndefined();
  expect(run.isAwaiting).toBe(true);
  recorded.leave();
  run.take(recorded.conversation, Infinity);
  expect(run.endOf(recorded.conversation)).toBe('diverged');
  expect(run.divergence?.divergence.kind).toBe('unused');
});
