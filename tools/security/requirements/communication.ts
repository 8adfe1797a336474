import { chapter, notApplicable, open } from '../requirement.ts';

const noServices = notApplicable(
  'Processes communicate through the database and pipes; there is no HTTP between them.',
);

/** V12: communication. */
export const communication = chapter([
  ['12.1.1', 1, 'Only TLS 1.2 and 1.3'],
  ['12.1.2', 2, 'Only recommended ciphers'],
  ['12.1.3', 2, 'Client certificates are checked', notApplicable('There are no client certificates.')],
  [
    '12.2.1',
    1,
    'Clients are served over TLS only',
    open(
      'The program listens on this machine and leaves TLS to a proxy; it accepts another HOST without one.',
    ),
  ],
  [
    '12.2.2',
    1,
    'Certificates are publicly trusted',
    notApplicable('The certificate is that of the operator’s proxy.'),
  ],
  [
    '12.3.1',
    2,
    'All connections are encrypted',
    open(
      'Connections to shops, providers and mail servers with a password are; to PostgreSQL on another machine as DATABASE_URL says; to shops with http addresses they are not.',
    ),
  ],
  ['12.3.2', 2, 'Certificates of servers are checked'],
  ['12.3.3', 2, 'Internal HTTP is encrypted', noServices],
  ['12.3.4', 2, 'Internal certificates are trusted', noServices],
]);
