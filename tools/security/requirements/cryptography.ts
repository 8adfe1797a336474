import { chapter, notApplicable } from '../requirement.ts';

/** V11: cryptography. */
export const cryptography = chapter([
  ['11.1.1', 2, 'Documented: how keys are made, kept, replaced'],
  ['11.1.2', 2, 'Documented: all keys and algorithms, and their use'],
  ['11.2.1', 2, 'Known implementations are used'],
  ['11.2.2', 2, 'Keys and algorithms can be replaced'],
  ['11.2.3', 2, 'All primitives have 128 bits of security'],
  ['11.3.1', 1, 'No weak modes or padding'],
  ['11.3.2', 1, 'Only approved ciphers, such as AES-GCM'],
  ['11.3.3', 2, 'What is encrypted cannot be changed unseen'],
  ['11.4.1', 1, 'Only approved hashes, no MD5'],
  ['11.4.2', 2, 'Passwords are hashed slowly, with present parameters'],
  ['11.4.3', 2, 'Hashes are long enough'],
  [
    '11.4.4',
    2,
    'Keys from passwords are stretched',
    notApplicable('No key is made from what a person chose; PostgreSQL keeps its logins as SCRAM-SHA-256.'),
  ],
  ['11.5.1', 2, 'What nobody may guess is random, of 128 bits'],
  [
    '11.6.1',
    2,
    'Key pairs and signatures use approved algorithms',
    notApplicable('The program makes no key pairs; TLS is the runtime’s.'),
  ],
]);
