import type { PromptV2 } from '../../../model/state/session-prompt.js';
import type { Step } from '../../../model/state/step.js';

/** The prompt that a response of the agent answers. */
export function answeredPrompt({ sender, session, exchange }: Step): PromptV2 | undefined {
  return sender === 'agent' ? session?.prompts.find(({ key }) => key === exchange?.key) : undefined;
}

/** Verdicts of rules that rely on the messageId in the result of a prompt, whatever the draft. */
export const PROMISED = { v2a: 'warning', v2b: 'error', undecided: 'error' } as const;
