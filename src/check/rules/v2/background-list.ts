import { objectsOf, textOf } from '../../../model/json-access.js';
import { openOfClient } from '../../../model/requests/open-requests.js';
import type { Session } from '../../../model/state/session.js';
import { isFinal, mayHaveForgotten } from '../../../model/tools/tool-calls.js';
import { backgroundKey } from '../../../model/turns/work.js';
import type { JsonObject } from '../../../wire/json-text.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

const LIST_MESSAGES = {
  unseen: 'background lists {items}, which no update announced',
  vanished: '{items} disappeared from background, but no update reported the end',
  twice: 'background lists {items} more than once',
  both: 'background lists both tool call {call} and its process, {items}; list only the process',
  omitted: 'the state_update has no background, although the agent has reported it since frame {frame}',
} as const;

export const backgroundList = defineRule({
  id: 'v2/background-list',
  severity: 'error',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'background must list known work, each item once, until its end is reported.',
  explanation:
    'The client draws this list from what it knows about each call and terminal. It cannot show an item that was ' +
    'never announced, and it shows one that vanishes as running forever. After the first list, a state_update ' +
    'without background looks as if the agent stopped reporting it. Announce an item before you list it, and report ' +
    'its final status or exitStatus before you remove it.\n\n' +
    'Only a warning for an item that is listed twice, or for a command that is listed both as its terminal and as ' +
    'its tool call. Only an info for other calls that show a listed terminal, because they may have work of their ' +
    'own. Not reported: kinds of work that the protocol does not define; sessions that are older than this ' +
    'connection; sessions that are being closed.',
  spec: 'v2/prompt-lifecycle#background-work',
  needsHistory: true,
  messages: LIST_MESSAGES,
  on: ['update:state_update'],
  inspect(context) {
    const { step, knows } = context;
    const { sender, session, update } = step;
    if (sender !== 'agent' || session === undefined || update === undefined) return;
    const { background } = update;
    if (!Array.isArray(background)) {
      // a value that is not a list counts as none, and the schema rules report it
      if ((background ?? null) === null) judgeOmission(context, session);
      return;
    }
    const items = objectsOf(background);
    if (knows(session) && session.replay === undefined && !mayHaveForgotten(session)) judgeNew(context, session, items);
    judgeVanished(context, session, items);
    judgeTwice(context, session, items);
  },
});

type Listing = Context<typeof LIST_MESSAGES>;

function judgeOmission({ step, report }: Listing, session: Session): void {
  const { background, listed } = session.foreground;
  const { state } = step.update ?? {};
  if (background === undefined || (state !== 'running' && state !== 'requires_action' && state !== 'idle')) return;
  report('omitted', { data: { frame: listed?.seq ?? step.seq }, evidence: [listed], once: `${session.id} omitted` });
}

function judgeNew({ report }: Listing, session: Session, items: readonly JsonObject[]): void {
  const { background } = session.foreground;
  const unseen = items.filter((item) => {
    if (background?.has(backgroundKey(item)) === true) return false;
    const { type, toolCallId, terminalId } = item;
    if (type === 'tool_call') return typeof toolCallId === 'string' && !session.toolCalls.has(toolCallId);
    return type === 'terminal' && typeof terminalId === 'string' && !session.terminals.has(terminalId);
  });
  if (unseen.length > 0) report('unseen', { data: { items: named(unseen.map(backgroundKey)) } });
}

function judgeVanished({ connection, report }: Listing, session: Session, items: readonly JsonObject[]): void {
  const { background } = session.foreground;
  if (background === undefined || background.size === 0 || session.replay !== undefined) return;
  if (openOfClient(connection, ['session/close'], session.id) > 0) return;
  const kept = new Set(items.map(backgroundKey));
  const gone = [...background].filter(([key]) => !kept.has(key) && isLive(session, key));
  if (gone.length === 0) return;
  report('vanished', { data: { items: named(gone.map(([key]) => key)) }, evidence: gone.map(([, since]) => since) });
}

/** Each piece of work must be listed once, and as its terminal if it has a process (schema: BackgroundWork). */
function judgeTwice({ report }: Listing, session: Session, items: readonly JsonObject[]): void {
  const listed = new Set<string>();
  const twice = new Set<string>();
  for (const item of items) {
    const key = backgroundKey(item);
    if (listed.has(key) && (item['type'] === 'tool_call' || item['type'] === 'terminal')) twice.add(key);
    listed.add(key);
  }
  if (twice.size > 0) {
    report('twice', { data: { items: named([...twice]) }, severity: 'warning', once: `${session.id} twice` });
  }
  for (const { type, toolCallId } of items) {
    const call = type === 'tool_call' ? session.toolCalls.get(textOf(toolCallId) ?? '') : undefined;
    const shown = [...(call?.terminals ?? [])].map((terminalId) => backgroundKey({ type: 'terminal', terminalId }));
    const both = shown.filter((key) => listed.has(key));
    if (call === undefined || both.length === 0) continue;
    const severity = call.kind === 'execute' ? 'warning' : 'info';
    const once = `${session.id} both ${call.id}`;
    report('both', { data: { call: quoted(call.id), items: named(both) }, severity, evidence: [call], once });
  }
}

/** Whether a listed item is known and still running. */
function isLive({ toolCalls, terminals }: Session, key: string): boolean {
  const [kind = '', id = ''] = key.split(/ (.*)/s);
  if (kind === 'tool_call') {
    const call = toolCalls.get(id);
    return call !== undefined && !isFinal(call.status);
  }
  const terminal = kind === 'terminal' ? terminals.get(id) : undefined;
  return terminal !== undefined && terminal.exited === undefined;
}

function named(keys: readonly string[]): string {
  return enumerated(
    keys.slice(0, 3).map((key) => {
      const [kind = '', id = ''] = key.split(/ (.*)/s);
      return `${kind.replace('_', ' ')} ${quoted(id)}`;
    }),
  );
}
