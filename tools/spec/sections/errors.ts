import { type Statement, section } from '../statement.ts';

/** Section 8 of the specification. */
export const errors: readonly Statement[] = section([
  [
    '8.login',
    "Login: 'account or password incorrect' / Invalid username or password; invalid verification code.",
  ],
  [
    '8.user-info',
    "User info failure: notification titled Error with 'request for user information failed, please retry', then forced logout.",
  ],
  ['8.forbidden', '403: notification titled Forbidden showing the message from the response body.'],
  [
    '8.unauthorized',
    '401 (unless the body result says the user is logged in): notification titled Unauthorized, text Authorization verification failed; if a token exists, log out and reload after 1.5 seconds.',
  ],
  ['8.rejected-to-caller', 'Other request errors are rejected to the caller; further handling not shown.'],
  ['8.not-found', 'Route not found: 404 page.'],
  ['8.exceptions', '403 and 500 pages exist.'],
  ['8.chunk', 'Page-chunk load errors name the chunk; load times out after 120 seconds.'],
  ['8.tabs', 'Tab-closing messages as in section 2.'],
]);
