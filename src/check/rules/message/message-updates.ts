export const CHUNKS = [
  'update:user_message_chunk',
  'update:agent_message_chunk',
  'update:agent_thought_chunk',
] as const;

export const MESSAGES = [...CHUNKS, 'update:user_message', 'update:agent_message', 'update:agent_thought'] as const;
