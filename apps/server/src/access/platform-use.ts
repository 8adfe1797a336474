import { listPlatformUse, type PlatformUse, pinPlatform } from '@bowerbird/contract/collect/platforms';
import { AppError } from '@bowerbird/contract/errors';
import type { OwnerDb } from '../db/database.ts';
import { type Call, type Served, serve } from '../http/serve.ts';

export const platformUseRoutes: Served[] = [
  serve(listPlatformUse, async (_input, call) =>
    call.user.ownerId === null ? [] : call.db((db) => findUse(db, call)),
  ),

  serve(pinPlatform, async ({ params, body }, call) => {
    const { ownerId, services, user } = call;
    if (!services.platforms.has(params.id)) {
      throw new AppError('not-found', `platform ${params.id}`);
    }
    return call.db(async (db) => {
      await savePin(db, ownerId, { userId: user.id, platform: params.id, pinned: body.pinned });
      return findUse(db, call);
    });
  }),
];

async function savePin(
  db: OwnerDb,
  ownerId: string,
  { userId, platform, pinned }: { userId: string; platform: string; pinned: boolean },
): Promise<void> {
  if (pinned) {
    await db
      .insertInto('platform_pin')
      .values({ owner_id: ownerId, user_id: userId, platform })
      .onConflict((conflict) => conflict.columns(['user_id', 'platform']).doNothing())
      .execute();
    return;
  }
  await db
    .deleteFrom('platform_pin')
    .where('owner_id', '=', ownerId)
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .execute();
}

async function findUse(db: OwnerDb, { ownerId, user, services }: Call): Promise<PlatformUse[]> {
  const stores = await db
    .selectFrom('store')
    .innerJoin('shop', 'shop.id', 'store.shop_id')
    .select(['shop.platform', (eb) => eb.fn.countAll<string>().as('count')])
    .where('store.owner_id', '=', ownerId)
    .where('store.removed_at', 'is', null)
    .groupBy('shop.platform')
    .execute();
  const runs = await db
    .selectFrom('collect_run')
    .innerJoin('run', 'run.id', 'collect_run.run_id')
    .select([
      'collect_run.platform',
      (eb) => eb.fn.countAll<string>().as('count'),
      (eb) => eb.fn.max('run.created_at').as('last'),
    ])
    .where('collect_run.owner_id', '=', ownerId)
    .groupBy('collect_run.platform')
    .execute();
  const pins = await db
    .selectFrom('platform_pin')
    .select('platform')
    .where('owner_id', '=', ownerId)
    .where('user_id', '=', user.id)
    .execute();
  return [...services.platforms.keys()].map((id) => {
    const collecting = runs.find(({ platform }) => platform === id);
    return {
      id,
      stores: Number(stores.find(({ platform }) => platform === id)?.count ?? 0),
      collectRuns: Number(collecting?.count ?? 0),
      lastCollectedAt: collecting?.last?.toISOString() ?? null,
      pinned: pins.some(({ platform }) => platform === id),
    };
  });
}
