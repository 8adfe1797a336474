import { sql } from 'kysely';
import { CannotStart } from '../config/cannot-start.ts';
import type { Db } from '../db/database.ts';
import type { KeyFolder } from './key-folder.ts';
import { countSealed } from './reseal.ts';
import { sealBy } from './seal.ts';

/**
 * Makes sure that this machine has the keys of the installation, which several machines may serve: with others it could
 * not open what they sealed, and its codes, links and image addresses would be rejected by them. Throws `CannotStart`,
 * naming what is missing and what to do.
 */
export async function requireSameKeys(db: Db, keys: KeyFolder): Promise<void> {
  const check = sealBy(keys).fingerprint('installation');
  await db.updateTable('installation').set({ key_check: check }).where('key_check', 'is', null).execute();
  const installation = await db
    .selectFrom('installation')
    .select(['key_check', 'lost_keys'])
    .executeTakeFirst();
  if (installation?.key_check && !installation.key_check.equals(check)) {
    throw new CannotStart(
      `${keys.folder} has another fingerprint.key than this installation. Every machine needs the same keys: ` +
        'replace the folder by that of the machine that was there first (all but keys/epoch). ' +
        'If that one is lost for good, run: bowerbird keys forget fingerprint. Codes, links and image addresses made with it end then.',
    );
  }
  for (const { keyId, rows } of await countSealed(db)) {
    if (!keys.find(keyId) && !installation?.lost_keys.includes(keyId)) {
      throw new CannotStart(
        `The key ${keyId} is missing in ${keys.folder}, and ${rows} values are sealed with it. Copy its file from another machine or from ` +
          `a backup. If it is lost for good, run: bowerbird keys forget ${keyId}. Then enter the credentials that it sealed again.`,
      );
    }
  }
}

/** Notes that the key with this id, or `fingerprint`, is lost, so that machines start without it. */
export async function forgetKey(db: Db, id: string): Promise<void> {
  if (id === 'fingerprint') {
    await db.updateTable('installation').set({ key_check: null }).execute();
    return;
  }
  await db
    .updateTable('installation')
    .set({ lost_keys: sql<string[]>`array_append(array_remove(lost_keys, ${id}), ${id})` })
    .execute();
}
