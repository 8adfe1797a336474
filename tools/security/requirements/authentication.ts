import { chapter, notApplicable, open } from '../requirement.ts';

const noProvider = notApplicable('Nobody signs in through another provider.');

/** V6: authentication. */
export const authentication = chapter([
  ['6.1.1', 1, 'Documented: protection against guessing, without lock-out'],
  ['6.1.2', 2, 'Documented: context-specific words that are rejected as passwords'],
  ['6.1.3', 2, 'Documented: all ways of signing in'],
  [
    '6.2.1',
    1,
    'At least eight characters',
    open('Six, as section 9 of the specification requires; fifteen is only recommended.'),
  ],
  ['6.2.2', 1, 'People can change their password'],
  ['6.2.3', 1, 'Changing it requires the current one'],
  ['6.2.4', 1, 'The most common passwords are rejected'],
  ['6.2.5', 1, 'All characters are allowed, no kind is required'],
  ['6.2.6', 1, 'Password fields mask the input'],
  ['6.2.7', 1, 'Pasting and password managers work'],
  ['6.2.8', 1, 'A password is checked exactly as typed'],
  ['6.2.9', 2, 'At least 64 characters are allowed'],
  ['6.2.10', 2, 'Passwords do not expire'],
  ['6.2.11', 2, 'Context-specific words are rejected'],
  [
    '6.2.12',
    2,
    'Breached passwords are rejected',
    open(
      'The ten thousand most common ones are; a look-up of all of them would give part of each hash to a service.',
    ),
  ],
  ['6.3.1', 1, 'Guessing is limited as documented'],
  [
    '6.3.2',
    1,
    'No default accounts',
    open(
      'The first start creates an administrator and a demo merchant, with random passwords that are shown once. The operator deletes the demo merchant.',
    ),
  ],
  [
    '6.3.3',
    2,
    'Multi-factor authentication is required',
    open(
      'The second step is offered and not required: in the specification a password alone is enough to sign in. A setting that requires it would suffice.',
    ),
  ],
  ['6.3.4', 2, 'All ways of signing in are equally protected'],
  [
    '6.4.1',
    1,
    'Initial passwords and activation codes are random, short-lived and not kept',
    open('Links are. An initial or reset password from the command line is random, but need not be changed.'),
  ],
  ['6.4.2', 1, 'No password hints, no secret questions'],
  ['6.4.3', 2, 'Recovery does not bypass the second step'],
  ['6.4.4', 2, 'Replacing a lost second factor requires proof as strong as setting it up'],
  ['6.5.1', 2, 'Codes work once'],
  ['6.5.2', 2, 'Short look-up secrets are hashed like passwords'],
  ['6.5.3', 2, 'Codes and seeds come from a secure random source'],
  ['6.5.4', 2, 'Codes have at least 20 bits'],
  [
    '6.5.5',
    2,
    'Codes expire: sent ones within ten minutes, TOTP within 30 seconds',
    open(
      'Sent ones do. A TOTP code is accepted one step early or late, once, to allow for clock differences: 90 seconds.',
    ),
  ],
  ['6.6.1', 2, 'SMS only to verified numbers, with stronger alternatives, and with its risks explained'],
  ['6.6.2', 2, 'A code is bound to the request that it was created for'],
  ['6.6.3', 2, 'Guessing codes is limited'],
  ['6.8.1', 2, 'Identities of several providers are kept apart', noProvider],
  ['6.8.2', 2, 'Signatures of assertions are checked', noProvider],
  ['6.8.3', 2, 'SAML assertions work once', noProvider],
  ['6.8.4', 2, 'Authentication strength at the provider is checked', noProvider],
]);
