import { chapter, open } from '../requirement.ts';

const anyShop = open(
  'A merchant may name any public shop, so there is no list of what is allowed: private addresses are refused for each connection unless listed. A firewall can narrow it.',
);

/** V13: configuration. */
export const configuration = chapter([
  ['13.1.1', 2, 'Documented: what the program connects to'],
  [
    '13.2.1',
    2,
    'Parts prove themselves to each other, not by lasting passwords',
    open(
      'PostgreSQL asks for a password of each login, which lasts until the key of the installation changes.',
    ),
  ],
  ['13.2.2', 2, 'Parts have the least rights they need'],
  ['13.2.3', 2, 'No default credentials between parts'],
  ['13.2.4', 2, 'What may be reached outside is listed', anyShop],
  ['13.2.5', 2, 'What the server may load is listed', anyShop],
  [
    '13.3.1',
    2,
    'Secrets live in a vault',
    open(
      'They live in files readable by their user alone, in the environment, and sealed in the database. A vault can fill the environment.',
    ),
  ],
  ['13.3.2', 2, 'Few can reach secrets'],
  ['13.4.1', 1, 'No source control is served'],
  ['13.4.2', 2, 'No debugging in production'],
  ['13.4.3', 2, 'No folder is listed'],
  ['13.4.4', 2, 'No TRACE'],
  ['13.4.5', 2, 'Internal documentation and monitoring are not exposed'],
]);
