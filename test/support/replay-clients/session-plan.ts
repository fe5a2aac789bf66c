/** What happens within a turn. */
export type Step =
  | 'chunk'
  | 'call'
  | 'permission'
  | 'read'
  | 'terminal'
  | 'setting'
  | 'notice'
  | 'withdrawal'
  | 'note'
  | 'poke'
  | 'list'
  | 'batch'
  | 'batch of notes'
  | 'deletion';
export type End = 'end_turn' | 'cancel' | 'cancel while asked' | 'answer, then cancel' | 'cancel_request' | 'error';

export type Piece =
  | { readonly kind: 'turn'; readonly steps: readonly Step[]; readonly end: End; readonly lateUpdate: boolean }
  | { readonly kind: 'two prompts'; readonly between: readonly Step[] }
  | { readonly kind: 'setting'; readonly method: string; readonly told: 'nothing' | 'before' | 'after' | 'chunk' }
  | { readonly kind: 'asked'; readonly answered: 'at once' | 'after an update' | 'never' }
  | { readonly kind: 'updates'; readonly count: number }
  | { readonly kind: 'fork'; readonly steps: readonly Step[] };

export interface SessionPlan {
  readonly root: string;
  readonly others: readonly string[];
  readonly opened: 'session/new' | 'session/load' | 'session/resume' | 'session/fork';
  readonly updatesBeforeAnswer: number;
  /** A request to open it is refused before. */
  readonly isRefusedFirst: boolean;
  readonly pieces: readonly Piece[];
  readonly ends: 'stays' | 'closed' | 'deleted' | 'closed, then deleted';
}
