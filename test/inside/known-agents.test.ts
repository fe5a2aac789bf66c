import { describe, expect, test } from 'vitest';
import { insideVariables } from '../../src/inside/known-agents.js';

const ADDRESS = 'http://127.0.0.1:4000/secret';

function variablesOf(programs: readonly string[], env: Record<string, string> = {}, wished: readonly string[] = []) {
  return insideVariables(programs, env, { address: ADDRESS, wished });
}

describe('the variables for an agent', () => {
  test.each([
    ['claude-agent-acp'],
    ['/usr/local/bin/claude-code-acp'],
    ['/x/node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js'],
    ['@zed-industries/claude-code-acp@0.4.0'],
    ['C:\\tools\\claude-agent-acp.cmd'],
  ])('are those of claude for %s', (program) => {
    expect(variablesOf(['node', program])).toEqual({
      variables: {
        CLAUDE_CODE_ENABLE_TELEMETRY: '1',
        CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_ENDPOINT: ADDRESS,
        OTEL_TRACES_EXPORT_INTERVAL: '500',
      },
      notes: [],
    });
  });

  test.each([
    ['gemini', 'GEMINI'],
    ['@google/gemini-cli', 'GEMINI'],
    ['qwen', 'QWEN'],
  ])('of %s have its own names, so that programs it runs are not diverted', (program, prefix) => {
    const { variables } = variablesOf([program]);
    expect(variables).toMatchObject({
      [`${prefix}_TELEMETRY_OTLP_ENDPOINT`]: ADDRESS,
      [`${prefix}_TELEMETRY_LOG_PROMPTS`]: 'false',
    });
    expect(Object.keys(variables).filter((name) => name.startsWith('OTEL_EXPORTER'))).toEqual([]);
  });

  test('of opencode are an address and a delay', () => {
    expect(Object.keys(variablesOf(['opencode']).variables)).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_BSP_SCHEDULE_DELAY',
    ]);
  });

  test.each([
    ['claude-agent-acp', 'CLAUDE_CODE_ENABLE_TELEMETRY', '0'],
    ['claude-agent-acp', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https://collector'],
    ['gemini', 'GEMINI_TELEMETRY_ENABLED', 'false'],
    ['opencode', 'OTEL_SDK_DISABLED', 'true'],
    ['qwen', 'OTEL_EXPORTER_OTLP_HEADERS', ''],
  ])('are none for %s where %s is set, and that is said', (program, name, value) => {
    const { variables, notes } = variablesOf([program], { [name]: value });
    expect(variables).toEqual({});
    expect(notes).toEqual([`--inside: the agent exports elsewhere (${name}), so it is left alone`]);
  });

  test('leave a delay as it is set', () => {
    const { variables, notes } = variablesOf(['opencode'], { OTEL_BSP_SCHEDULE_DELAY: '50' });
    expect(Object.keys(variables)).toEqual(['OTEL_EXPORTER_OTLP_ENDPOINT']);
    expect(notes).toEqual([]);
  });

  test('are what --otel-env says, with the address in place of {url}, unless they are set', () => {
    const wished = ['A=1', 'B={url}/v1/traces?x={url}', 'C=x=y'];
    expect(variablesOf(['my-agent'], { C: '' }, wished)).toEqual({
      variables: { A: '1', B: `${ADDRESS}/v1/traces?x=${ADDRESS}` },
      notes: ['--otel-env C: it is set already, and stays as it is'],
    });
  });

  test('of --otel-env come before those of the table', () => {
    const { variables } = variablesOf(['opencode'], {}, ['OTEL_BSP_SCHEDULE_DELAY=9']);
    expect(variables).toMatchObject({ OTEL_BSP_SCHEDULE_DELAY: '9', OTEL_EXPORTER_OTLP_ENDPOINT: ADDRESS });
  });

  test('are none for an unknown agent, and that is said', () => {
    expect(variablesOf(['/home/me/opencode-fork/agent'])).toEqual({
      variables: {},
      notes: ['--inside: this agent is not known; name its variables with --otel-env'],
    });
  });
});
