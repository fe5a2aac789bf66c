import { describe, expect, test } from 'vitest';
import type { Action } from '../../src/screen/keys/key-bindings.js';
import { bindingsIn } from '../../src/screen/keys/keymap.js';
import { Screen } from '../../src/screen/frame/screen.js';
import type { View } from '../../src/screen/frame/view.js';
import { painted } from '../support/screen/painted.js';
import { ScreenTour } from '../support/screen/screen-tour.js';

/** Every view, at a place where all of its keys have something to do. */
function viewsOf({ archive, views }: ScreenTour): readonly (readonly [name: string, view: View])[] {
  const conversation = archive.conversation(1);
  if (conversation === undefined) throw new Error('nothing is recorded');
  const [turn] = conversation.findings.turns;
  const seq = turn?.first.seq ?? 0;
  return [
    ['recordings', views.recordings()],
    ['turns', views.turns(conversation, seq)],
    ['frames', views.frames(conversation, seq)],
    ['detail', views.detail(conversation, seq)],
    ['transcript', views.transcript(conversation, seq)],
    ['violations', views.violations(conversation)],
    ['statistics', views.statistics(conversation)],
    ['export', views.takeAway({ conversation, seq })],
  ];
}

const ARGUMENTS: Readonly<Record<string, string>> = { search: 'a', filter: 'kind:req', seek: '#3', prune: '3d' };

function actionOf(name: Action['name']): Action {
  return { name, argument: ARGUMENTS[name] };
}

describe('no key is dead', () => {
  test('every action of a view does or says something there', () => {
    const tour = new ScreenTour(['demo']);
    const dead = viewsOf(tour).flatMap(([name, { contexts }], i) =>
      bindingsIn(contexts).flatMap(({ action, context }) => {
        if (context === 'global' || context === 'changes') return [];
        const view = viewsOf(tour)[i]?.[1];
        if (view === undefined) throw new Error(name);
        // wide enough for two panes
        painted(view, 130, 40);
        return view.act(actionOf(action)) === undefined ? [`${name}: ${action} (${context})`] : [];
      }),
    );
    expect(dead).toEqual([]);
  });

  test('every action of everywhere does or says something in some view', () => {
    const alive = new Set<string>();
    const tour = new ScreenTour(['demo']);
    const all = bindingsIn([]);
    for (const [, view] of viewsOf(tour)) {
      painted(view, 130, 40);
      for (const { action, keys } of all) {
        const isOwn = view.act(actionOf(action)) !== undefined;
        const screen = new Screen([tour.views.recordings(), view], tour.views);
        screen.prepare({ width: 130, height: 40 });
        const before = shown(screen);
        const effects = screen.key(keys[0] ?? '');
        screen.prepare({ width: 130, height: 40 });
        if (isOwn || effects.length > 0 || shown(screen) !== before) alive.add(action);
      }
    }
    expect(all.map(({ action }) => action).filter((action) => !alive.has(action))).toEqual([]);
  });
});

/** The picture of a whole screen. */
function shown(screen: Screen): string {
  const asView = { contexts: [], crumb: '', twins: [], counters: () => [], act: () => undefined } as const;
  const view: View = {
    ...asView,
    prepare: (size) => {
      screen.prepare(size);
    },
    paint: (canvas) => {
      screen.paint(canvas);
    },
  };
  return painted(view, 130, 40).toString();
}
