import type { JsonObject } from '../../wire/json-text.js';
import type { Connection } from '../state/connection.js';
import { noteMessage } from './messages.js';
import type { Session } from '../state/session.js';
import { sessionNamedByAgent } from './sessions.js';
import { applyAgentTerminal, applyTerminalOutput } from '../tools/agent-terminals.js';
import { textOf } from '../json-access.js';
import { applyCompaction } from './compactions.js';
import { applyCommands, applyConfigOptions, applyCurrentMode, applyInfo, applyPlan, applyUsage } from './settings.js';
import { isContent, isOfSession } from './content-updates.js';
import { opensLateHistory } from './late-history.js';
import { noteLeftOpen } from '../turns/left-open.js';
import type { Step } from '../state/step.js';
import { applyToolCall, applyToolCallChunk } from '../tools/tool-calls.js';
import { noteEcho } from '../turns/prompts.js';
import { noteReplayedText } from './replayed-texts.js';
import { applyStateUpdate, noteWork } from '../turns/work.js';
import { noteAddedVolume, noteCallVolume, noteMessageVolume, noteTerminalVolume } from '../volume/volumes.js';

/** Applies session/update, the reports of the agent (spec: v1/prompt-turn). */
export function applyUpdate(connection: Connection, step: Step): void {
  const { sessionId, update, updateKind } = step;
  if (sessionId === undefined) return;
  const session = step.session ?? sessionNamedByAgent(connection, sessionId, step);
  if (update === undefined || updateKind === undefined) return;
  noteUpdate(connection, session, step);
  applyKind(connection, session, step, update);
}

function noteUpdate(connection: Connection, session: Session, step: Step): void {
  const { seq, at, updateKind, turn } = step;
  const { replay } = session;
  if (replay !== undefined) {
    replay.updates += 1;
    if (isContent(updateKind)) {
      replay.contents += 1;
      replay.lastContent = updateKind;
      replay.contentsAfterState += 1;
    }
  }
  noteLateReplay(connection, session, step);
  noteLateHistory(connection, session, step);
  if (turn === undefined || session.replay !== undefined) return;
  if (updateKind === 'user_message_chunk' && session.lateHistory === undefined) turn.echoed = true;
  turn.updates += 1;
  if (isOfSession(updateKind)) turn.sessionUpdates += 1;
  turn.hadRead = connection.wires.agent.hasRead;
  turn.firstUpdate ??= { seq, at };
  turn.longestSilence = Math.max(turn.longestSilence, at - turn.last.at);
  turn.last = { seq, at };
  const isOutput = isContent(updateKind) && updateKind !== 'user_message_chunk' && updateKind !== 'user_message';
  if (isOutput) turn.firstOutput ??= { seq, at };
}

/** Handles history that continues after the answer to session/load. */
function noteLateHistory(connection: Connection, session: Session, step: Step): void {
  const { seq, at, updateKind, update, turn } = step;
  if (opensLateHistory(connection, session, updateKind, update)) {
    session.lateHistory = { seq, at, duringPrompt: turn !== undefined };
  }
  const { lateHistory, restored } = session;
  if (lateHistory !== undefined && restored !== undefined && isContent(updateKind)) restored.contents += 1;
}

/** v2: an update after the answer of a replaying resume, and before anything live, is most likely late history. */
function noteLateReplay({ version }: Connection, { restored, replay }: Session, { seq, at, updateKind }: Step): void {
  if (version !== 2 || replay !== undefined || restored?.replays !== true || restored.settled !== undefined) return;
  if (!isContent(updateKind)) return;
  restored.contents += 1;
  if (updateKind === 'user_message' || updateKind === 'user_message_chunk') restored.late ??= { seq, at };
}

function applyKind(connection: Connection, session: Session, step: Step, update: JsonObject): void {
  const kind = step.updateKind;
  switch (kind) {
    case 'user_message_chunk':
    case 'user_message':
      noteReplayedText(session, step, update);
      noteMessage(session, step, update, 'user');
      noteMessageVolume(session, step, update);
      noteEcho(connection, session, step, update);
      return;
    case 'agent_message_chunk':
    case 'agent_message':
      noteMessage(session, step, update, 'agent');
      noteMessageVolume(session, step, update);
      noteWork(connection, session, step, update);
      return;
    case 'agent_thought_chunk':
    case 'agent_thought':
      noteMessage(session, step, update, 'thought');
      noteMessageVolume(session, step, update);
      noteWork(connection, session, step, update);
      return;
    case 'tool_call':
    case 'tool_call_update':
      applyToolCall(connection, session, step, update);
      noteCallVolume(session, step, update);
      noteWork(connection, session, step, update);
      return;
    case 'tool_call_content_chunk':
      applyToolCallChunk(session, step, update);
      noteAddedVolume(session, step, 'tool-call', update['content']);
      noteWork(connection, session, step, update);
      return;
    case 'state_update':
      noteLeftOpen(session, step);
      applyStateUpdate(session, step, update);
      return;
    case 'plan':
    case 'plan_update':
    case 'plan_removed':
      applyPlan(session, step, update, kind);
      noteWork(connection, session, step, update);
      return;
    case 'replay_complete':
      if (session.replay !== undefined) session.replay.complete ??= { seq: step.seq, at: step.at };
      return;
    case 'terminal_update':
      applyAgentTerminal(session, step, update);
      if (update['output'] !== undefined)
        noteTerminalVolume(session, step, textOf(update['terminalId']), update['output']);
      return;
    case 'terminal_output_chunk':
      applyTerminalOutput(session, step, update);
      noteAddedVolume(session, step, 'terminal', update['data']);
      return;
    case 'current_mode_update':
      applyCurrentMode(session, update, step);
      return;
    case 'config_option_update':
      applyConfigOptions(session, update['configOptions'], step);
      return;
    case 'available_commands_update':
      applyCommands(session, update['availableCommands']);
      return;
    case 'session_info_update':
      applyInfo(session, update);
      return;
    case 'usage_update':
      applyUsage(session, step, update);
      return;
    case 'compaction_update':
    case 'compaction_summary_chunk':
      applyCompaction(session, step, update);
      return;
    default:
  }
}
