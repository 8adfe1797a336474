import { createHash } from 'node:crypto';
import type { Json } from '@bowerbird/platforms/context';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { AttemptOutcome, StoreResourceAttemptTable } from '../../db/tables/listing.ts';
import { requireUnheld } from '../epoch/own-past.ts';
import { countedNow } from '../ledger/attempts.ts';
import type { StoreJob } from '../store-job/store-job.ts';

export type ResourceAttempt = Selectable<StoreResourceAttemptTable>;

/** A resource that products need in a store, by its names from the top; an image, by the mark of its content. */
export interface ResourceName {
  kind: ResourceAttempt['kind'];
  path: readonly string[];
}

/** Returns the same key for the same resource of a shop, short enough for an index whatever its names are. */
export function resourceKey({ kind, path }: ResourceName): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...path]))
    .digest('hex')
    .slice(0, 32);
}

type Place = Pick<StoreJob, 'ownerId' | 'shopId'>;

/** Returns every attempt at one resource of a shop, oldest first. */
export async function findResourceAttempts(
  db: OwnerDb,
  { ownerId, shopId }: Place,
  name: ResourceName,
): Promise<ResourceAttempt[]> {
  return await db
    .selectFrom('store_resource_attempt')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .where('key', '=', resourceKey(name))
    .orderBy('id')
    .execute();
}

/**
 * Records, before its first byte, that a resource is about to be created or published; an open attempt that it replaces
 * is decided `absent` in the same transaction. Returns the attempt's id; null, with nothing written, where another
 * worker was faster, or where requests from before a restore may still arrive. Throws `StoreJobHeld` where nothing may
 * be sent.
 */
export async function intendResource(
  db: OwnerDb,
  storeJob: Pick<StoreJob, 'ownerId' | 'shopId' | 'runId'>,
  { name, action, target }: { name: ResourceName } & Pick<ResourceAttempt, 'action' | 'target'>,
  instead: ResourceAttempt | null,
): Promise<string | null> {
  await requireUnheld(db, storeJob);
  if (await isQuiet(db, storeJob)) {
    return null;
  }
  const id = v7();
  if (instead !== null) {
    const { numUpdatedRows } = await db
      .updateTable('store_resource_attempt')
      .set({ outcome: 'absent', answer: jsonText({ instead: id }), answered_at: sql<Date>`now()` })
      .where('owner_id', '=', storeJob.ownerId)
      .where('id', '=', instead.id)
      .where('outcome', '=', 'open')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      return null;
    }
  }
  const inserted = await db
    .insertInto('store_resource_attempt')
    .values({
      id,
      owner_id: storeJob.ownerId,
      shop_id: storeJob.shopId,
      kind: name.kind,
      action,
      key: resourceKey(name),
      path: jsonText(name.path),
      target,
      run_id: storeJob.runId,
      counted_ms: countedNow(storeJob.shopId),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/**
 * Reports whether the shop's quiet period is over. A worker from before a restore may have looked before it and come
 * here after it, without waiting as every new worker does.
 */
async function isQuiet(db: OwnerDb, { ownerId, shopId }: Place): Promise<boolean> {
  const found = await db
    .selectFrom('shop_turn')
    .select('shop_id')
    .where('owner_id', '=', ownerId)
    .where('shop_id', '=', shopId)
    .whereRef('counted_ms', '<', 'quiet_until_ms')
    .executeTakeFirst();
  return found !== undefined;
}

/** Records the outcome of an attempt. Later evidence may correct `absent`, and no other decided outcome. */
export async function recordResource(
  db: OwnerDb,
  { ownerId }: Pick<Place, 'ownerId'>,
  attemptId: string,
  outcome: { outcome: AttemptOutcome; resourceId?: string; answer: Json },
): Promise<void> {
  await db
    .updateTable('store_resource_attempt')
    .set({
      outcome: outcome.outcome,
      answer: jsonText(outcome.answer),
      answered_at: sql<Date>`now()`,
      ...(outcome.resourceId !== undefined && { resource_id: outcome.resourceId }),
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', attemptId)
    .where('outcome', 'in', outcome.outcome === 'applied' ? ['open', 'absent'] : ['open'])
    .execute();
}
