import type { Pane } from '../../../src/screen/detail/pane.js';
import type { View } from '../../../src/screen/frame/view.js';

/** A pane alone, with nothing around it. */
export function asView(pane: Pane): View {
  return {
    contexts: ['detail'],
    crumb: '',
    twins: [],
    counters: () => pane.counters(),
    prepare: (size) => {
      pane.prepare(size);
    },
    paint: (canvas) => {
      pane.paint(canvas);
    },
    act: (action) => pane.act(action),
  };
}
