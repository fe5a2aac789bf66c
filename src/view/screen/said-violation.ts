import type { Violation } from '../../check/violation.js';
import type { Intent } from './view.js';

/** Where a person looks for a violation, and there is none. */
export const NO_VIOLATION: Intent = { type: 'say', text: 'no violation' };

/** What a person is told who came to a violation. @param isOnly whether that is where they were */
export function sayViolation({ rule, fault, message }: Violation, isOnly: boolean): Intent {
  return { type: 'say', text: `${isOnly ? 'the only one: ' : ''}${rule} (${fault}'s fault): ${message}` };
}
