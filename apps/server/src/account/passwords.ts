import { hash, verify } from '@node-rs/argon2';

/** Argon2id at its library's recommended cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** False for a wrong password; a broken hash is a wrong password too. */
export async function isPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password);
  } catch {
    return false;
  }
}
