import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's own default (`scram_iterations`); the client repeats the iterations at each sign-in. */
const iterations = 4096;

/**
 * Returns what PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803), for `create role ... password`. The server
 * accepts it unchanged, so that no password appears in a statement, and so in no log of statements.
 * @param password printable ASCII, which SASLprep does not change
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const serverKey = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
