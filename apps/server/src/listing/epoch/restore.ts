import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { listingKey } from '../ledger/key.ts';
import { checkInMs, tickMs } from '../store-job/counted.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { outwaitUnknown } from './bulk-restore.ts';
import { acceptPast, confirmEpoch } from './own-past.ts';

/** The longest that a store works on one bulk operation. */
const operationMs = 24 * 3_600_000;

/**
 * What a database is that does not match the epoch file beside it. `restored`: this installation's own, put back to an
 * older state or moved here; the former one no longer exists. `copied`: the other one lives on beside it.
 */
export type Origin = 'restored' | 'copied';

/**
 * Lets listing continue with a database that was put back, moved or copied (`docs/listing-protocol.md`, Restored and
 * copied databases). All tokens held by earlier workers become invalid; every row is looked at again in its store;
 * nothing is sent to a shop before all that may have been sent since the backup has arrived. A copy gets another
 * identity, so that its products can be distinguished from those of the original.
 */
export async function declareOrigin(
  services: Pick<Services, 'db' | 'config' | 'platforms'>,
  origin: Origin,
): Promise<{ owners: number; listings: number }> {
  const { db } = services;
  const installationId = await acceptPast(services, origin === 'copied');
  const owners = await db.selectFrom('owner').select('id').execute();
  let listings = 0;
  for (const { id: ownerId } of owners) {
    listings += await asOwner(db, ownerId, async (owned) => {
      if (origin === 'copied') {
        await renewKeys(owned, ownerId, installationId);
      }
      await quieten(owned, ownerId, services);
      return await putAllInDoubt(owned, ownerId);
    });
    await confirmEpoch({ services, ownerId });
  }
  return { owners: owners.length, listings };
}

/**
 * Gives new keys to what is not bound yet, so that it is created under keys that the other installation does not know.
 */
async function renewKeys(db: OwnerDb, ownerId: string, installationId: string): Promise<void> {
  const rows = await db
    .selectFrom('listing')
    .select(['id', 'product_id', 'shop_id', 'generation'])
    .where('owner_id', '=', ownerId)
    .where('store_product_id', 'is', null)
    .where('open_attempt', 'is', null)
    .execute();
  for (const { id, product_id, shop_id, generation } of rows) {
    await db
      .updateTable('listing')
      .set({ key: listingKey(installationId, product_id, shop_id, generation) })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute();
  }
}

/**
 * When the attempt was made that holds a store, in milliseconds since 1970, from its id (uuid v7); null without one.
 */
const heldUntilMs = sql`
  ('x' || lpad(left(replace(held_by_attempt::text, '-', ''), 12), 16, '0'))::bit(64)::bigint
`;

/**
 * Requires S of counted time to pass in each shop from now on: attempts that the backup does not know may still be on
 * their way.
 */
async function quieten(
  db: OwnerDb,
  ownerId: string,
  { platforms }: Pick<Services, 'platforms'>,
): Promise<void> {
  const shops = await db
    .selectFrom('shop')
    .select(['id', 'platform'])
    .where('owner_id', '=', ownerId)
    .execute();
  for (const { id, platform } of shops) {
    const times = platforms.get(platform)?.lister?.features.times;
    if (!times) {
      throw new AppError('unexpected', `platform ${platform} is not listed to`);
    }
    const wait = checkInMs(times.deadlineMs + times.latenessMs);
    await db
      .updateTable('shop_turn')
      .set({
        token: v7(),
        quiet_until_ms: sql<string>`counted_ms + ${wait}`,
        held_by_attempt: null,
        known_until_ms: sql<string>`greatest(${Date.now()}::bigint, ${heldUntilMs})`,
      })
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', id)
      .execute();
  }
}

/**
 * Gives every row a new token and an owed after-check: bound products are read back, of the others a late product is
 * bound.
 */
async function putAllInDoubt(db: OwnerDb, ownerId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('listing')
    .set({
      token: sql<string>`gen_random_uuid()`,
      check_due: true,
      check_at_ms: sql<string>`(select quiet_until_ms from shop_turn where shop_turn.shop_id = listing.shop_id)`,
    })
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Waits until all that was sent before our database was put back has arrived; the time is counted, never read off a
 * clock.
 */
export async function outwaitRestore(storeJob: StoreJob): Promise<void> {
  const { quiet_until_ms } = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('shop_turn')
      .select('quiet_until_ms')
      .where('owner_id', '=', storeJob.ownerId)
      .where('shop_id', '=', storeJob.shopId)
      .executeTakeFirstOrThrow(),
  );
  while (storeJob.counted.nowMs < Number(quiet_until_ms)) {
    await storeJob.injectFault('restore.step');
    const left = Number(quiet_until_ms) - storeJob.counted.nowMs;
    await storeJob.clock.sleep(Math.min(tickMs - 100, left), storeJob.signal);
    await storeJob.counted.count();
  }
  if (Number(quiet_until_ms) > 0 && storeJob.counted.nowMs < Number(quiet_until_ms) + operationMs) {
    await outwaitUnknown(storeJob);
  }
}
