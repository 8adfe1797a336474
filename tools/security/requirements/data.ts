import { chapter } from '../requirement.ts';

/** V14: data protection. */
export const data = chapter([
  ['14.1.1', 2, 'Documented: which data is sensitive, in levels'],
  ['14.1.2', 2, 'Documented: the rules for each level'],
  ['14.2.1', 1, 'No secrets in URLs'],
  ['14.2.2', 2, 'No caches of sensitive data'],
  ['14.2.3', 2, 'No sensitive data to trackers or similar services'],
  ['14.2.4', 2, 'The rules of each level are enforced'],
  ['14.3.1', 1, 'The browser deletes its data when a session ends'],
  ['14.3.2', 2, 'Sensitive answers are not cached by browsers'],
  ['14.3.3', 2, 'The browser stores no sensitive data except the session'],
]);
