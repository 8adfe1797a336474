import { chapter, open } from '../requirement.ts';

const anyShop = open(
  'A merchant may name any public shop, so there is no allow list: private addresses are rejected for each connection unless listed. A firewall can restrict it further.',
);

/** V13: configuration. */
export const configuration = chapter([
  ['13.1.1', 2, 'Documented: what the program connects to'],
  [
    '13.2.1',
    2,
    'Components authenticate to each other without permanent passwords',
    open(
      'PostgreSQL requires a password for each login, which is valid until the key of the installation changes.',
    ),
  ],
  ['13.2.2', 2, 'Components have the least privileges they need'],
  ['13.2.3', 2, 'No default credentials between components'],
  ['13.2.4', 2, 'Permitted external systems are listed', anyShop],
  ['13.2.5', 2, 'Systems from which the server may load data are listed', anyShop],
  [
    '13.3.1',
    2,
    'Secrets are in a vault',
    open(
      'They are in files readable by their user alone, in the environment, and sealed in the database. A vault can supply the environment.',
    ),
  ],
  ['13.3.2', 2, 'Access to secrets is limited'],
  ['13.4.1', 1, 'No source control data is served'],
  ['13.4.2', 2, 'Debugging is off in production'],
  ['13.4.3', 2, 'No directory listings'],
  ['13.4.4', 2, 'The TRACE method is off'],
  ['13.4.5', 2, 'Internal documentation and monitoring are not exposed'],
]);
