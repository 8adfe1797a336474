import { chapter, notApplicable, open } from '../requirement.ts';

const noFederation = notApplicable('Sessions are not shared with other systems.');

/** V7: sessions. */
export const sessions = chapter([
  ['7.1.1', 2, 'Documented: how long sessions last, and why'],
  ['7.1.2', 2, 'Documented: how many sessions at once'],
  ['7.1.3', 2, 'Documented: federated sessions', noFederation],
  ['7.2.1', 1, 'The server checks tokens'],
  ['7.2.2', 1, 'Tokens are generated, never static keys'],
  ['7.2.3', 1, 'Tokens are random, at least 128 bits'],
  ['7.2.4', 1, 'Signing in creates a new token and ends the previous one'],
  ['7.3.1', 2, 'Sessions end after inactivity'],
  ['7.3.2', 2, 'Sessions end after a maximum time'],
  ['7.4.1', 1, 'An ended session gives no access'],
  ['7.4.2', 1, 'Sessions end with their account'],
  ['7.4.3', 2, 'A changed factor can end all other sessions'],
  ['7.4.4', 2, 'Signing out is easy to find'],
  ['7.4.5', 2, 'Administrators can end sessions of a user'],
  ['7.5.1', 2, 'Changing what protects an account requires the password again'],
  [
    '7.5.2',
    2,
    'People see and end their sessions after re-authentication',
    open('They do, without the password: ending a session gives a thief nothing.'),
  ],
  ['7.6.1', 2, 'Federated sessions end as documented', noFederation],
  ['7.6.2', 2, 'No session begins without an action of the user'],
]);
