import { hash, verify } from '@node-rs/argon2';

/** Hashes with Argon2id at its library's recommended cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Reports whether the password matches; returns false also for a broken hash. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password);
  } catch {
    return false;
  }
}
