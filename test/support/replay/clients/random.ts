import type { Arbitrary } from 'fast-check';
import { fc } from '../../values/property.js';
import { FIRST_FIXTURE_LINE, recorded, type Recorded } from './recorded.js';
import { Wire, withIdsGivenAgain, type Line, type Talk, type WireStyle } from './random-wire.js';
import type { End, Piece, RareStep, SessionPlan, Step } from './session-plan.js';
import { SessionTalk } from './session-talk.js';

interface Plan {
  readonly sessions: readonly SessionPlan[];
  readonly signsIn: boolean;
  readonly failsToSignIn: boolean;
  readonly lists: boolean;
  readonly isVersion2: boolean;
  readonly style: WireStyle;
  /** Which session speaks next, again and again. */
  readonly turns: readonly number[];
}

const ROOTS = [
  '/home/ann/project',
  '/home/ann/project/packages/core',
  '/home/ann/other',
  '/srv/x',
  '/tmp',
  '/home/ann/my project',
  '/srv/naïve (x)/a+b.c',
  '/a',
  '/a/b',
  '/ab',
];
const rare: readonly RareStep[] = [
  'form',
  'page',
  'own question',
  'own question to the session',
  'two questions',
  'failed read',
  'withdrawn poke',
  'late withdrawal',
  'long poke',
  'long setting',
  'unread line',
  'noise',
  'stray answer',
];
const usual = fc.constantFrom<Step>(
  'chunk',
  'chunk',
  'chunk',
  'call',
  'permission',
  'read',
  'terminal',
  'setting',
  'notice',
  'withdrawal',
  'note',
  'poke',
  'list',
  'batch',
  'batch of notes',
  'deletion',
);
const step = fc.oneof({ weight: 3, arbitrary: usual }, fc.constantFrom<Step>(...rare));
const steps = fc.array(step, { maxLength: 6 });
const settings = ['session/set_mode', 'session/set_model', 'session/set_config_option', '_vendor/poke'];
const piece: Arbitrary<Piece> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      steps,
      end: fc.constantFrom<End>(
        'end_turn',
        'end_turn',
        'cancel',
        'cancel at once',
        'cancel twice',
        'cancel too late',
        'cancel while asked',
        'answer, then cancel',
        'cancel_request',
        'cancel_request too late',
        'error',
      ),
      lateUpdate: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('two prompts' as const), between: steps }),
  fc.record({
    kind: fc.constant('setting' as const),
    method: fc.constantFrom(...settings),
    told: fc.constantFrom('nothing' as const, 'before' as const, 'after' as const, 'chunk' as const),
  }),
  fc.record({
    kind: fc.constant('asked' as const),
    answered: fc.constantFrom('at once' as const, 'after an update' as const, 'never' as const),
  }),
  fc.record({ kind: fc.constant('fork' as const), steps }),
  fc.record({ kind: fc.constant('updates' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.constantFrom<Piece>({ kind: 'idle cancel' }, { kind: 'refused prompt' }, { kind: 'reopening' }),
  fc.record({ kind: fc.constant('outside a turn' as const), step }),
);
const session: Arbitrary<SessionPlan> = fc.record({
  root: fc.constantFrom(...ROOTS),
  others: fc.uniqueArray(fc.constantFrom(...ROOTS), { maxLength: 1 }),
  opened: fc.constantFrom(
    'session/new' as const,
    'session/new' as const,
    'session/load' as const,
    'session/resume' as const,
  ),
  updatesBeforeAnswer: fc.nat({ max: 2 }),
  isRefusedFirst: fc.constantFrom(false, false, false, true),
  pieces: fc.array(piece, { maxLength: 5 }),
  ends: fc.constantFrom('stays' as const, 'closed' as const, 'deleted' as const, 'closed, then deleted' as const),
});

/** Legal conversations: up to three sessions at once, whose lines stand between each other in any way. */
export const randomConversation: Arbitrary<Recorded> = fc
  .record({
    sessions: fc.array(session, { minLength: 1, maxLength: 3 }),
    signsIn: fc.boolean(),
    failsToSignIn: fc.constantFrom(false, false, true),
    lists: fc.boolean(),
    isVersion2: fc.boolean(),
    style: fc.record({
      clientIds: fc.constantFrom(
        'numbers' as const,
        'texts' as const,
        'numbers as texts' as const,
        'numbers and texts' as const,
        'odd numbers' as const,
        'given again' as const,
      ),
      agentIds: fc.constantFrom('counted' as const, 'given again' as const),
    }),
    turns: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 40 }),
  })
  .map(conversationOf);

function conversationOf(plan: Plan): Recorded {
  const wire = new Wire(plan.style);
  const lines: Line[] = [...greeting(wire, plan)];
  let talks = plan.sessions.map((one, index) =>
    new SessionTalk(wire, one, { sessionId: `s-${index}` }, plan.isVersion2).all(),
  );
  for (let turn = 0; talks.length > 0; turn += 1) {
    const talk = talks[(plan.turns[turn % plan.turns.length] ?? 0) % talks.length];
    const next = talk?.next();
    if (next?.done === true) talks = talks.filter((other) => other !== talk);
    else if (next !== undefined) lines.push(next.value);
  }
  const said = plan.style.clientIds === 'given again' ? withIdsGivenAgain(lines) : lines;
  return recorded(
    'random',
    said.map(([from, line], at) => [from, line, at + FIRST_FIXTURE_LINE]),
  );
}

function* greeting(wire: Wire, { signsIn, failsToSignIn, lists, isVersion2 }: Plan): Talk {
  const info = { name: 'random', version: '1' };
  if (isVersion2) {
    const client = { protocolVersion: 2, info, capabilities: {} };
    const agent = { protocolVersion: 2, info, capabilities: { session: {} }, authMethods: [] };
    yield* wire.exchange('initialize', client, agent);
  } else {
    const clientCapabilities = {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: true,
      elicitation: { form: {}, url: {} },
    };
    yield* wire.exchange('initialize', { protocolVersion: 1, clientCapabilities }, { protocolVersion: 1 });
  }
  const signIn = isVersion2 ? 'auth/login' : 'authenticate';
  if (failsToSignIn) yield* wire.refused('session/new', { cwd: '/home/ann', mcpServers: [] });
  if (failsToSignIn) yield* wire.refused(signIn, { methodId: 'old key' });
  if (signsIn || failsToSignIn) yield* wire.exchange(signIn, { methodId: 'key' }, {});
  if (lists) yield* wire.exchange('session/list', {}, { sessions: [] });
}
