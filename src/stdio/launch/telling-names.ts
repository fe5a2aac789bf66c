/** Variables that influence an agent, its runtime or a proxy. */
const TELLING = [
  /^(?:https?|all|no|ftp)_proxy$/i,
  /^(?:SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/,
  /^(?:NODE|NPM_CONFIG|npm_config|NVM|VOLTA|ASDF|MISE|FNM|BUN|DENO|PYTHON|VIRTUAL_ENV|CONDA|UV|PYENV)(?:_|$|[A-Z])/,
  /^(?:ANTHROPIC|CLAUDE|OPENAI|CODEX|GEMINI|GOOGLE|VERTEX|AZURE|AWS|GITHUB|GH|COPILOT|CURSOR|MISTRAL|QWEN|DASHSCOPE)_/,
  /^(?:MOONSHOT|KIMI|GOOSE|OPENCODE|OPENROUTER|OLLAMA|DEEPSEEK|XAI|GROQ|ACP|MCP|OTEL|TURNTABLE|ZED|VSCODE|JETBRAINS)_/,
  /^(?:ELECTRON_RUN_AS_NODE|DEBUG|RUST_LOG|LOG_LEVEL|CI|HOME|SHELL|LANG|LC_ALL|TERM|TMPDIR|TEMP|WSL_[A-Z_]+)$/,
  /^(?:XDG_(?:CONFIG|DATA|CACHE|STATE|RUNTIME)_[A-Z]+|DISPLAY|WAYLAND_DISPLAY|BROWSER|SSH_CONNECTION|TERM_PROGRAM)$/,
] as const;

const MOST_NAMES = 100;
const LONGEST_NAME = 64;

/** The names of such variables in an environment, never their values. They help to explain why an agent behaves differently elsewhere. */
export function tellingNames(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => name.length <= LONGEST_NAME && /^\w+$/.test(name))
    .filter((name) => TELLING.some((pattern) => pattern.test(name)))
    .sort()
    .slice(0, MOST_NAMES);
}
