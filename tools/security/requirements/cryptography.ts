import { chapter, notApplicable } from '../requirement.ts';

/** V11: cryptography. */
export const cryptography = chapter([
  ['11.1.1', 2, 'Documented: how keys are created, stored and replaced'],
  ['11.1.2', 2, 'Documented: all keys and algorithms, and their use'],
  ['11.2.1', 2, 'Known implementations are used'],
  ['11.2.2', 2, 'Keys and algorithms can be replaced'],
  ['11.2.3', 2, 'All primitives have at least 128 bits of security'],
  ['11.3.1', 1, 'No weak modes or padding'],
  ['11.3.2', 1, 'Only approved ciphers, such as AES-GCM'],
  ['11.3.3', 2, 'Changes to encrypted data are detected'],
  ['11.4.1', 1, 'Only approved hashes, no MD5'],
  ['11.4.2', 2, 'Passwords are hashed slowly, with current parameters'],
  ['11.4.3', 2, 'Hashes are long enough'],
  [
    '11.4.4',
    2,
    'Keys from passwords are stretched',
    notApplicable(
      'No key is derived from what a person chose; PostgreSQL stores its logins as SCRAM-SHA-256.',
    ),
  ],
  ['11.5.1', 2, 'Secrets that must not be guessed are random, at least 128 bits'],
  [
    '11.6.1',
    2,
    'Key pairs and signatures use approved algorithms',
    notApplicable('The program creates no key pairs; TLS is provided by the runtime.'),
  ],
]);
