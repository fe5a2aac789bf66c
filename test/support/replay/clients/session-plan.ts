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
  | 'deletion'
  | RareStep;
/** What few conversations have. */
export type RareStep =
  | 'form'
  | 'page'
  | 'own question'
  | 'own question to the session'
  | 'two questions'
  | 'failed read'
  | 'withdrawn poke'
  | 'late withdrawal'
  | 'long poke'
  | 'long setting'
  | 'unread line'
  | 'noise'
  | 'stray answer';
export type End =
  | 'end_turn'
  | 'cancel'
  | 'cancel at once'
  | 'cancel twice'
  | 'cancel too late'
  | 'cancel while asked'
  | 'answer, then cancel'
  | 'cancel_request'
  | 'cancel_request too late'
  | 'error';

export type Piece =
  | { readonly kind: 'turn'; readonly steps: readonly Step[]; readonly end: End; readonly lateUpdate: boolean }
  | { readonly kind: 'two prompts'; readonly between: readonly Step[] }
  | { readonly kind: 'setting'; readonly method: string; readonly told: 'nothing' | 'before' | 'after' | 'chunk' }
  | { readonly kind: 'asked'; readonly answered: 'at once' | 'after an update' | 'never' }
  | { readonly kind: 'updates'; readonly count: number }
  | { readonly kind: 'idle cancel' }
  | { readonly kind: 'refused prompt' }
  | { readonly kind: 'reopening' }
  | { readonly kind: 'outside a turn'; readonly step: Step }
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
