import type { JsonObject } from '../wire/json-text.js';
import { objectOf, textOf } from './json-access.js';
import type { AgentTerminal, Session } from './session.js';
import type { Step } from './step.js';

/** v2: terminal_update, a patch of a terminal that the agent shows (tool-calls). */
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
  if (capabilities !== undefined) terminal.canCancel = (objectOf(capabilities)?.['cancel'] ?? null) !== null;
}

export function applyTerminalOutput(session: Session, step: Step, update: JsonObject): void {
  terminalOf(session, step, update);
}

function terminalOf(session: Session, { seq, at }: Step, update: JsonObject): AgentTerminal | undefined {
  const id = textOf(update['terminalId']);
  if (id === undefined) return undefined;
  const known = session.terminals.get(id);
  if (known !== undefined) return known;
  const none = { command: undefined, cwd: undefined, exited: undefined, cancelAccepted: undefined };
  const terminal: AgentTerminal = { seq, at, updates: 0, canCancel: false, ...none };
  session.terminals.set(id, terminal);
  return terminal;
}
