import { randomInt } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Seal } from '../../seal/seal.ts';

const count = 10;
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Gives this person ten new recovery codes in place of all earlier ones. The codes can be read only this once. */
export async function renewRecoveryCodes(db: Db, seal: Seal, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(seal, userId, code) })))
    .execute();
  return codes;
}

/** Returns true the one time that this code of this person is used. Spaces, dashes and case do not matter. */
export async function takeRecoveryCode(db: Db, seal: Seal, userId: string, code: string): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_code')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(seal, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/**
 * Creates a code such as `k7mw-9xq2-bn4t-c3vd-8ruf-5ghy`: 118 bits. With 112 or more, a hash needs no salt and need not
 * be slow: nobody can try them all.
 */
function newCode(): string {
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: 6 }, part).join('-');
}

function hashOf(seal: Seal, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return seal.fingerprint(JSON.stringify(['recovery', userId, plain]));
}
