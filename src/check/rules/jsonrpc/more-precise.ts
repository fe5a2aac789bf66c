/** Families whose rules say more precisely what an error answer means. */
export const MORE_PRECISE = [
  'init',
  'auth',
  'capability',
  'session',
  'prompt',
  'turn',
  'cancel',
  'permission',
  'config',
  'mode',
  'elicitation',
  'version',
  'v2',
  'extension',
  'schema',
];
