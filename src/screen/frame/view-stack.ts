import type { Conversation } from './conversation.js';
import type { View } from './view.js';

/** Views opened one over another. The first lists recordings, and is never left. */
export class ViewStack {
  #views: readonly View[];

  /** @param views at least one: the last is on top */
  constructor(views: readonly View[]) {
    this.#views = views;
  }

  get top(): View {
    const view = this.#views.at(-1);
    if (view === undefined) throw new Error('no view');
    return view;
  }

  /** Whether only the first view is open. */
  get isAtRoot(): boolean {
    return this.#views.length === 1;
  }

  /** What leads to the view on top: `Recordings`, the recording, `Frames`. */
  get crumbs(): readonly string[] {
    const [root, ...others] = this.#views;
    const label = others.length === 0 ? undefined : this.top.place?.conversation.item.label;
    return [root?.crumb ?? '', ...(label === undefined ? [] : [label]), ...others.map(({ crumb }) => crumb)];
  }

  /** The conversations that views show, those below the one on top too. */
  get conversations(): ReadonlySet<Conversation> {
    // the first view lists recordings, and holds none
    return new Set(this.#views.slice(1).flatMap(({ place }) => (place === undefined ? [] : [place.conversation])));
  }

  open(view: View): void {
    this.#views = [...this.#views, view];
  }

  replaceTop(view: View): void {
    this.#views = [...this.#views.slice(0, -1), view];
  }

  back(): void {
    if (!this.isAtRoot) this.#views = this.#views.slice(0, -1);
  }

  /** Leaves all views but the first. */
  toRoot(): void {
    this.#views = this.#views.slice(0, 1);
  }

  /** Leaves what shows a conversation that is not open any more. @returns whether there was any */
  leaveClosed(isOpen: (conversation: Conversation) => boolean): boolean {
    const closed = this.#views.findIndex(({ place }, i) => i > 0 && place !== undefined && !isOpen(place.conversation));
    if (closed === -1) return false;
    this.#views = this.#views.slice(0, closed);
    return true;
  }
}
