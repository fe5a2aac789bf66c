import { objectsOf } from '../../../model/json-access.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted } from '../../engine/wording.js';
import { notAnnounced } from './not-announced.js';

const MESSAGES = {
  block: 'the prompt has {blocks} of type "{type}", but the agent {state} {capability}',
} as const;

/** Reports a prompt with blocks of a type that needs a capability. */
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
  summary: 'Prompts hold images only if the agent announced that it takes them.',
  explanation:
    'Only text and resource links are understood by every agent. One that did not announce images may refuse the ' +
    'prompt, or pass over the image, so that the model answers without having seen it. Look at ' +
    'promptCapabilities.image (v2: session.prompt.image) and offer the user no images without it. Also reported where ' +
    'the prompt succeeds: that is luck. Omitted, null and false all mean no.',
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
  summary: 'Prompts hold audio only if the agent announced that it takes it.',
  explanation:
    'Only text and resource links are understood by every agent. One that did not announce audio may refuse the prompt ' +
    'or pass over the recording. Look at promptCapabilities.audio (v2: session.prompt.audio), and send a transcript ' +
    'as text without it. Also reported where the prompt succeeds: that is luck. Omitted, null and false all mean no.',
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
  summary: 'Prompts hold embedded resources only if the agent announced that it takes them.',
  explanation:
    'A block of type "resource" carries the contents of a file along. An agent that did not announce ' +
    'promptCapabilities.embeddedContext (v2: session.prompt.embeddedContext) may refuse it or pass over it. Send a ' +
    'block of type "resource_link" instead, which every agent takes, or the contents as text. Also reported where the ' +
    'prompt succeeds: that is luck.',
  spec: 'v1/content#embedded-resource',
  messages: MESSAGES,
  on: ['call:session/prompt'],
  inspect(context) {
    inspectBlocks(context, 'resource', 'embeddedContext');
  },
});
