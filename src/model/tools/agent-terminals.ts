import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import { objectOf, textOf } from '../json-access.js';
import type { Moment } from '../state/moment.js';
import type { AgentTerminal, Session } from '../state/session.js';
import type { Step } from '../state/step.js';

const REMEMBERED_TERMINALS = 20_000;
const REMEMBERED_REFERENCES = 1_000;

/** v2: terminal_update, a patch of a terminal that the agent shows (spec: v2/tool-calls). */
export function applyAgentTerminal(session: Session, step: Step, update: JsonObject): void {
  const terminal = terminalOf(session, step, update);
  if (terminal === undefined) return;
  const { seq, at } = step;
  terminal.updates += 1;
  terminal.command = textOf(update['command']) ?? terminal.command;
  terminal.cwd = textOf(update['cwd']) ?? terminal.cwd;
  const { exitStatus, capabilities } = update;
  if (objectOf(exitStatus) !== undefined) terminal.exited ??= { seq, at };
  if (exitStatus === null) terminal.exited = undefined;
  if (capabilities !== undefined) changeCancel(terminal, step, capabilities);
}

/** Applies the capabilities of a tool call or terminal: omitted keeps them, null clears them (spec: v1/tool-calls). */
export function changeCancel(
  entity: { canCancel: boolean; withdrawn?: Moment },
  { seq, at }: Moment,
  capabilities: JsonValue,
): void {
  const canCancel = offersCancel(capabilities);
  if (entity.canCancel && !canCancel) entity.withdrawn = { seq, at };
  entity.canCancel = canCancel;
}

/** Whether capabilities of a tool call or terminal say that it can be cancelled. */
export function offersCancel(capabilities: JsonValue | undefined): boolean {
  return (objectOf(capabilities)?.['cancel'] ?? null) !== null;
}

export function applyTerminalOutput(session: Session, step: Step, update: JsonObject): void {
  terminalOf(session, step, update);
}

function terminalOf(session: Session, { seq, at }: Step, update: JsonObject): AgentTerminal | undefined {
  const id = textOf(update['terminalId']);
  if (id === undefined) return undefined;
  session.terminalReferences.delete(id);
  const known = session.terminals.get(id);
  if (known !== undefined) return known;
  const none = { command: undefined, cwd: undefined, exited: undefined, cancelAccepted: undefined };
  const terminal: AgentTerminal = { seq, at, updates: 0, canCancel: false, ...none };
  session.terminals.set(id, terminal);
  dropOldest(session.terminals, REMEMBERED_TERMINALS);
  return terminal;
}

/** v2: notes that a tool call shows a terminal, which may be reported later (spec: v2/tool-calls). */
export function referToTerminal(session: Session, { seq, at }: Moment, id: string, toolCallId: string): void {
  const { terminals, terminalReferences } = session;
  if (terminals.has(id) || terminalReferences.has(id)) return;
  terminalReferences.set(id, { seq, at, toolCallId });
  dropOldest(terminalReferences, REMEMBERED_REFERENCES);
}
