import { chapter, notApplicable, open } from '../requirement.ts';

const noFederation = notApplicable('Sessions are not shared with other systems.');

/** V7: sessions. */
export const sessions = chapter([
  ['7.1.1', 2, 'Documented: how long sessions live, and why'],
  ['7.1.2', 2, 'Documented: how many sessions at once'],
  ['7.1.3', 2, 'Documented: federated sessions', noFederation],
  ['7.2.1', 1, 'Tokens are checked by the server'],
  ['7.2.2', 1, 'Tokens are made anew, never fixed keys'],
  ['7.2.3', 1, 'Tokens are random, of 128 bits at least'],
  ['7.2.4', 1, 'Signing in makes a new token and ends the one before'],
  ['7.3.1', 2, 'Sessions end when they are not used'],
  ['7.3.2', 2, 'Sessions end at the latest after a set time'],
  ['7.4.1', 1, 'An ended session opens nothing'],
  ['7.4.2', 1, 'Sessions end with their account'],
  ['7.4.3', 2, 'A changed factor can end all other sessions'],
  ['7.4.4', 2, 'Signing out is easy to find'],
  ['7.4.5', 2, 'Administrators can end sessions of a user'],
  ['7.5.1', 2, 'Changing what guards an account needs the password again'],
  [
    '7.5.2',
    2,
    'People see their sessions and end them, having proven themselves',
    open('They do, without the password: ending a session takes nothing that a thief would want.'),
  ],
  ['7.6.1', 2, 'Federated sessions end as documented', noFederation],
  ['7.6.2', 2, 'No session begins without an act of the user'],
]);
