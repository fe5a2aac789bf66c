import { objectsOf } from '../../../model/json-access.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted } from '../../engine/wording.js';
import { notAnnounced } from './not-announced.js';

const MESSAGES = {
  block: 'the client sent a prompt with {blocks} of type "{type}", but the agent {state} {capability}',
} as const;

/** Reports a prompt whose blocks need a capability that the agent did not announce. */
function inspectBlocks(context: Context<typeof MESSAGES>, type: string, capability: string): void {
  const { connection, step, report } = context;
  if (step.sender !== 'client') return;
  const blocks = objectsOf(step.params?.['prompt']).filter((block) => block['type'] === type).length;
  if (blocks === 0) return;
  const path = connection.version === 2 ? `session.prompt.${capability}` : `promptCapabilities.${capability}`;
  const missing = notAnnounced(connection, 'agent', path);
  if (missing === undefined) return;
  const { severity, evidence, state } = missing;
  report('block', {
    data: { blocks: counted(blocks, 'block'), type, state, capability: missing.capability },
    severity,
    evidence,
  });
}

export const promptImageNotAdvertised = defineRule({
  id: 'capability/prompt-image-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'Prompts must hold images only if the agent announced image support.',
  explanation:
    'Every agent understands text and resource links, and nothing else is guaranteed. An agent that did not ' +
    'announce images may refuse the prompt, or skip the image so that the model answers without having seen it. ' +
    'Check promptCapabilities.image (v2: session.prompt.image). Without it, do not let the user attach images.\n\n' +
    'Missing, null and false all mean no. Also reported if the prompt succeeds: you cannot rely on that.',
  spec: 'v1/content#image-content',
  messages: MESSAGES,
  on: ['call:session/prompt'],
  inspect(context) {
    inspectBlocks(context, 'image', 'image');
  },
});

export const promptAudioNotAdvertised = defineRule({
  id: 'capability/prompt-audio-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'Prompts must hold audio only if the agent announced audio support.',
  explanation:
    'Every agent understands text and resource links, and nothing else is guaranteed. An agent that did not ' +
    'announce audio may refuse the prompt or skip the audio. Check promptCapabilities.audio (v2: ' +
    'session.prompt.audio). Without it, send a transcript as text.\n\n' +
    'Missing, null and false all mean no. Also reported if the prompt succeeds: you cannot rely on that.',
  spec: 'v1/content#audio-content',
  messages: MESSAGES,
  on: ['call:session/prompt'],
  inspect(context) {
    inspectBlocks(context, 'audio', 'audio');
  },
});

export const promptEmbeddedNotAdvertised = defineRule({
  id: 'capability/prompt-embedded-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'Prompts must hold embedded resources only if the agent announced support for them.',
  explanation:
    'A block of type "resource" contains the file itself. An agent that did not announce ' +
    'promptCapabilities.embeddedContext (v2: session.prompt.embeddedContext) may refuse or skip it. Send a block of ' +
    'type "resource_link" instead, which every agent accepts, or send the contents as text.\n\n' +
    'Also reported if the prompt succeeds: you cannot rely on that.',
  spec: 'v1/content#embedded-resource',
  messages: MESSAGES,
  on: ['call:session/prompt'],
  inspect(context) {
    inspectBlocks(context, 'resource', 'embeddedContext');
  },
});
