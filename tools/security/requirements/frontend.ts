import { chapter, notApplicable, open } from '../requirement.ts';

const cookieName = open(
  'The specification names the cookie Access-Token. Both cookies are Secure where the sign-in came by https; the prefix needs another name.',
);

/** V3: the browser. */
export const frontend = chapter([
  ['3.2.1', 1, 'Files and answers are shown as nothing else than they are'],
  ['3.2.2', 1, 'Text is put into pages as text'],
  ['3.3.1', 1, 'Cookies are Secure and prefixed', cookieName],
  ['3.3.2', 2, 'Cookies have a SameSite that fits'],
  ['3.3.3', 2, 'Cookies have the prefix __Host-', cookieName],
  [
    '3.3.4',
    2,
    'Session tokens are HttpOnly and come by Set-Cookie alone',
    open(
      'The console reads Access-Token to send it as the header that lets it write. HttpOnly needs a token of its own for that header; scripts are held off by the content policy. See docs/decisions/0033.',
    ),
  ],
  [
    '3.4.1',
    1,
    'HSTS of a year, with subdomains',
    open(
      'Sent for a year wherever an answer leaves by https. Subdomains are left out: they may be somebody else’s; a proxy can add them.',
    ),
  ],
  ['3.4.2', 1, 'CORS names no origin that is not trusted'],
  ['3.4.3', 2, 'A content security policy limits scripts, objects and base'],
  ['3.4.4', 2, 'Every answer says nosniff'],
  ['3.4.5', 2, 'No referrer leaks'],
  ['3.4.6', 2, 'No answer can be framed'],
  ['3.5.1', 1, 'Requests of other sites are recognised'],
  ['3.5.2', 1, 'No call can be made without its preflight'],
  ['3.5.3', 1, 'Safe methods change nothing'],
  [
    '3.5.4',
    2,
    'Separate applications have hostnames of their own',
    notApplicable(
      'Console and API are one application; the practice shops have hostnames and a port of their own.',
    ),
  ],
  ['3.5.5', 2, 'Messages between windows are checked for origin and form'],
  ['3.7.1', 2, 'No outdated browser technology'],
  ['3.7.2', 2, 'Browsers are sent to no host that is not known'],
]);
