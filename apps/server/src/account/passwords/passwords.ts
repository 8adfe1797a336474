import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/**
 * One at a time in a process: a hash takes a core for some 13 ms. Many people who sign in at once would otherwise take
 * all cores, and every thread that reads files and unpacks answers, from the calls that are being answered
 * (`docs/decisions/0085`).
 */
const inTurn = pLimit(1);

/** Hashes with Argon2id at its library's recommended cost. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/** Reports whether the password matches; returns false also for a broken hash. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await inTurn(() => verify(stored, password));
  } catch {
    return false;
  }
}
