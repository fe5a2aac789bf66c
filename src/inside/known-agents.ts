/** Where the receiver of a run listens, without a slash at its end. */
type Address = string;

type Variables = Readonly<Record<string, string>>;

/** An agent that tells a receiver what happens inside, and what has to be set for it. */
interface KnownAgent {
  /** Names of its program, its package, or the folder it is in. */
  readonly names: readonly string[];
  readonly variables: (address: Address) => Variables;
  /** How variables begin that say what it exports and where: if one is set, the agent is left alone. */
  readonly own: readonly string[];
}

/** How soon after its end a step is told, in ms. Agents default to 5 s, which is too late for who watches. */
const DELAY = '500';

/** Of every program that uses an SDK of OpenTelemetry. */
const OTEL = [
  'OTEL_EXPORTER_OTLP_',
  'OTEL_TRACES_EXPORTER',
  'OTEL_LOGS_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'OTEL_SDK_DISABLED',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_LOG_',
];

/** Both have the same telemetry, under their own names. */
function likeGemini(prefix: 'GEMINI' | 'QWEN'): Omit<KnownAgent, 'names'> {
  return {
    variables: (address) => ({
      [`${prefix}_TELEMETRY_ENABLED`]: 'true',
      [`${prefix}_TELEMETRY_TARGET`]: 'local',
      [`${prefix}_TELEMETRY_OTLP_ENDPOINT`]: address,
      [`${prefix}_TELEMETRY_OTLP_PROTOCOL`]: 'http',
      // its texts are not wanted
      [`${prefix}_TELEMETRY_LOG_PROMPTS`]: 'false',
      ...(prefix === 'GEMINI' && { GEMINI_TELEMETRY_TRACES_ENABLED: 'true' }),
      OTEL_BSP_SCHEDULE_DELAY: DELAY,
    }),
    own: [`${prefix}_TELEMETRY_`, ...OTEL],
  };
}

const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    names: ['claude-agent-acp', 'claude-code-acp'],
    variables: (address) => ({
      CLAUDE_CODE_ENABLE_TELEMETRY: '1',
      CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
      OTEL_TRACES_EXPORT_INTERVAL: DELAY,
    }),
    own: ['CLAUDE_CODE_ENABLE_TELEMETRY', 'CLAUDE_CODE_ENHANCED_TELEMETRY', ...OTEL],
  },
  { names: ['gemini', 'gemini-cli'], ...likeGemini('GEMINI') },
  { names: ['qwen', 'qwen-code'], ...likeGemini('QWEN') },
  {
    names: ['opencode', 'opencode-ai'],
    variables: (address) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_BSP_SCHEDULE_DELAY: DELAY }),
    own: OTEL,
  },
];

/** What is set for an agent, and what there is to say about it. */
export interface InsideVariables {
  readonly variables: Variables;
  /** Why the agent is left alone, or some of its variables are. */
  readonly notes: readonly string[];
}

/**
 * The variables that make an agent tell what happens inside. What is set already stays as it is.
 *
 * @param programs what names the agent: its command and its script or package, as they are written
 * @param wished from `--otel-env`, as `NAME=value`; `{url}` in a value stands for the address
 */
export function insideVariables(
  programs: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { address, wished }: { readonly address: Address; readonly wished: readonly string[] },
): InsideVariables {
  const asked = wished.map((text): [string, string] => {
    const at = text.indexOf('=');
    return [text.slice(0, at), text.slice(at + 1).replaceAll('{url}', address)];
  });
  const taken = asked.filter(([name]) => env[name] !== undefined).map(([name]) => name);
  const free = Object.fromEntries(asked.filter(([name]) => env[name] === undefined));
  const notes = taken.map((name) => `--otel-env ${name}: it is set already, and stays as it is`);
  const agent = KNOWN_AGENTS.find(({ names }) => programs.some((program) => isCalled(program, names)));
  if (agent === undefined) {
    if (asked.length > 0) return { variables: free, notes };
    return { variables: {}, notes: ['--inside: this agent is not known; name its variables with --otel-env'] };
  }
  const set = Object.keys(env).filter(
    (name) => env[name] !== undefined && agent.own.some((beginning) => name.startsWith(beginning)),
  );
  if (set.length > 0) {
    const names = set.sort().join(', ');
    return {
      variables: free,
      notes: [...notes, `--inside: the agent exports elsewhere (${names}), so it is left alone`],
    };
  }
  const own = Object.entries(agent.variables(address)).filter(([name]) => env[name] === undefined);
  return { variables: { ...Object.fromEntries(own), ...free }, notes };
}

/** Whether a part of a path, or of a package's name with its version, is one of these names. */
function isCalled(program: string, names: readonly string[]): boolean {
  return program.split(/[/\\]/).some((part) => {
    const plain = part.replace(/(?!^)@.*$/, '').replace(/\.(?:exe|cmd|bat|ps1|[cm]?js)$/i, '');
    return names.includes(plain);
  });
}
