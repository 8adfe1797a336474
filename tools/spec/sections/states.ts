import { type Statement, section } from '../statement.ts';

/** Section 4 of the specification. */
export const states: readonly Statement[] = section([
  [
    '4.token-seven-days',
    'Login: the login call returns a token, stored for 7 days (604800000 ms) and kept in state.',
  ],
  ['4.token-cookie', 'The token is held in a cookie named Access-Token (one reading)'],
  [
    '4.first-navigation',
    'First navigation with a token but no roles: load user info, then navigation, then add routes dynamically.',
  ],
  [
    '4.logout',
    'Logout: a confirm dialog (title Message; content asks whether to log out), then the logout call, then token and roles are cleared and the user goes to login.',
  ],
  [
    '4.user-info-failure',
    "User-info failure: an error notification 'request for user information failed, please retry', then logout and redirect to login with the redirect path.",
  ],
  [
    '4.roles-not-empty',
    'If the role has no permissions, loading user info fails with the error that roles must be a non-null array.',
  ],
  [
    '4.unauthorized',
    'On a 401 response while a token exists: log out and reload the page after 1.5 seconds.',
  ],
  ['4.settings-kept', 'Display settings are persisted locally and restored on start.'],
  ['4.default-look', 'the other reading gives default layout sidemenu with light nav theme.'],
  ['4.languages', 'Language: zh-CN (default and fallback), zh-TW, en-US, pt-BR.'],
  [
    '4.language-change',
    'Changing the language saves it in a cookie named lang, updates the page language attribute and loads other locale files on demand.',
  ],
]);
