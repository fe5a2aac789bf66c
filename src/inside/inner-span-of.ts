import type { InnerKind, InnerSpan } from './inner-span.js';
import type { Attributes, Exported } from './otlp/export-request.js';

/** What a span of a known name is; undefined: nothing that is shown, whatever its attributes say. */
const BY_NAME: ReadonlyMap<string, InnerKind | undefined> = new Map([
  // claude-agent-acp
  ['claude_code.interaction', undefined],
  ['claude_code.llm_request', 'model'],
  ['claude_code.tool', 'tool'],
  ['claude_code.tool.execution', 'tool'],
  ['claude_code.tool.blocked_on_user', 'user'],
  // qwen-code
  ['qwen-code.interaction', undefined],
  ['qwen-code.llm_request', 'model'],
  ['qwen-code.tool', 'tool'],
  ['qwen-code.tool.execution', 'tool'],
  // gemini-cli
  ['llm_call', 'model'],
  // opencode: a model step with its tools inside; the calls of the AI SDK are exported only if it is told to
  ['SessionProcessor.process', 'model'],
  ['ai.streamText', undefined],
  ['ai.generateText', undefined],
  ['ai.streamText.doStream', 'model'],
  ['ai.generateText.doGenerate', 'model'],
  ['Tool.execute', 'tool'],
  ['Permission.ask', 'user'],
  // codex
  ['codex.sampling', 'model'],
]);

/** The names that OpenTelemetry gives to what generative AI does (`gen_ai.operation.name`), for agents without a line above. */
const BY_OPERATION: ReadonlyMap<string, InnerKind> = new Map([
  ['chat', 'model'],
  ['generate_content', 'model'],
  ['text_completion', 'model'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'subagent'],
]);

/** gemini-cli tells of a tool only when it is over, in a log record. */
const TOOL_LOG = 'gemini_cli.tool_call';

/** What an exported item tells of the inside of the agent; undefined for everything that is not shown, most of it by far. */
export function innerSpanOf(item: Exported): InnerSpan | undefined {
  const kind = kindOf(item);
  if (kind === undefined) return undefined;
  const { attributes, startUs, endUs, failed, id, parent, service } = item;
  const isLog = item.signal === 'logs';
  const tookMs = isLog ? (numberIn(attributes, 'duration_ms') ?? 0) : 0;
  return {
    kind,
    name: nameOf(kind, attributes),
    purpose: kind === 'model' ? purposeOf(attributes) : undefined,
    startUs: Math.max(0, Math.round(startUs - tookMs * 1000)),
    endUs,
    firstMs: kind === 'model' ? firstMsOf(attributes) : undefined,
    failed: failed || attributes.get('success') === false,
    session: textIn(attributes, 'gen_ai.conversation.id', 'session.id', 'conversation.id'),
    call: kind === 'model' ? undefined : textIn(attributes, 'gen_ai.tool.call.id', 'tool.call_id', 'call_id'),
    id: isLog ? '' : id,
    parent,
    service,
  };
}

function kindOf({ signal, name, attributes, parent }: Exported): InnerKind | undefined {
  if (signal === 'logs') return name === TOOL_LOG ? 'tool' : undefined;
  if (BY_NAME.has(name)) return BY_NAME.get(name);
  if (attributes.get('codex.tool.phase') === 'dispatch') return 'tool';
  const kind = BY_OPERATION.get(textIn(attributes, 'gen_ai.operation.name') ?? '');
  // without a parent it is the turn itself
  return kind === 'subagent' && parent === '' ? undefined : kind;
}

function nameOf(kind: InnerKind, attributes: Attributes): string {
  switch (kind) {
    case 'model':
      return textIn(attributes, 'gen_ai.request.model', 'gen_ai.response.model', 'ai.model.id', 'model') ?? '';
    case 'tool':
      return textIn(attributes, 'gen_ai.tool.name', 'tool_name', 'tool.name', 'function_name') ?? '';
    case 'subagent':
      return textIn(attributes, 'gen_ai.agent.name') ?? '';
    case 'user':
      return '';
  }
}

/** What agents say of the model calls of the conversation itself. */
const CONVERSATION = new Set(['sdk', 'interaction']);

/** A prompt id that is a word names what the call is for: `forked_query`, `classifier-router-fallback-1795...`. */
const PURPOSE = /^([a-z]+(?:[-_][a-z]+)+)(?:-\d.*)?$/;

function purposeOf(attributes: Attributes): string | undefined {
  const said = textIn(attributes, 'subagent_name', 'query_source_safe', 'query_source');
  if (said !== undefined) return CONVERSATION.has(said) ? undefined : said;
  return PURPOSE.exec(textIn(attributes, 'qwen-code.prompt_id', 'gen_ai.prompt.name') ?? '')?.[1];
}

function firstMsOf(attributes: Attributes): number | undefined {
  const ms = numberIn(attributes, 'ttft_ms', 'ai.response.msToFirstChunk');
  const seconds = numberIn(attributes, 'gen_ai.response.time_to_first_chunk');
  return ms ?? (seconds === undefined ? undefined : seconds * 1000);
}

/** The first of these attributes that is a text with something in it. */
function textIn(attributes: Attributes, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The first of these attributes that is a number, or the text of one, and not negative. */
function numberIn(attributes: Attributes, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = Number(attributes.get(name) ?? Number.NaN);
    if (Number.isFinite(value) && value >= 0) return value;
  }
  return undefined;
}
