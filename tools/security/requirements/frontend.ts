import { chapter, notApplicable, open } from '../requirement.ts';

const cookieName = open(
  'The specification names the cookie Access-Token. Both cookies are Secure if the sign-in came by https; the prefix would require another name.',
);

/** V3: the browser. */
export const frontend = chapter([
  ['3.2.1', 1, 'Files and answers are only shown as their own type'],
  ['3.2.2', 1, 'Text is inserted into pages as text'],
  ['3.3.1', 1, 'Cookies are Secure and prefixed', cookieName],
  ['3.3.2', 2, 'Cookies have a suitable SameSite attribute'],
  ['3.3.3', 2, 'Cookies have the prefix __Host-', cookieName],
  [
    '3.3.4',
    2,
    'Session tokens are HttpOnly and sent by Set-Cookie alone',
    open(
      'The console reads Access-Token to send it as the header that write calls require. HttpOnly would need a separate token for that header; the content policy blocks foreign scripts. See docs/decisions/0033.',
    ),
  ],
  [
    '3.4.1',
    1,
    'HSTS of a year, with subdomains',
    open(
      'Sent for a year with every answer over https. Subdomains are not included: they may belong to somebody else; a proxy can add them.',
    ),
  ],
  ['3.4.2', 1, 'CORS allows only trusted origins'],
  ['3.4.3', 2, 'A content security policy limits scripts, objects and base'],
  ['3.4.4', 2, 'Every answer has nosniff'],
  ['3.4.5', 2, 'The referrer reveals nothing'],
  ['3.4.6', 2, 'No answer can be embedded in a frame'],
  ['3.5.1', 1, 'Requests from other sites are detected'],
  ['3.5.2', 1, 'No call can bypass its preflight'],
  ['3.5.3', 1, 'Safe methods change nothing'],
  [
    '3.5.4',
    2,
    'Separate applications have separate hostnames',
    notApplicable(
      'Console and API are one application; the practice shops have hostnames and a port of their own.',
    ),
  ],
  ['3.5.5', 2, 'Messages between windows are checked for origin and format'],
  ['3.7.1', 2, 'No outdated browser technology'],
  ['3.7.2', 2, 'Browsers are redirected to known hosts only'],
]);
