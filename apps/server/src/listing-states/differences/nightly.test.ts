import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { listingBench, someProducts } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { lastAudits } from '../../listing/audit/audit-store.ts';
import { awaitNight } from './compare-store.ts';
import { compareDue } from './keep-comparing.ts';

const { db } = await testDatabase();
const hourMs = 3_600_000;

it('each night every store is audited by its schedule, once, and not before its hour', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db, { times: 200 });
  await bench.workOut(await bench.start(await bench.own(someProducts(2))));
  const { clock } = bench.services;
  await asOwner(db, bench.ownerId, (owned) =>
    awaitNight(owned, bench.ownerId, bench.shopId, new Date(clock.wall())),
  );
  const audited = async () => {
    const atWork = new Map<string, Promise<unknown>>();
    await compareDue(bench.services, new AbortController().signal, atWork);
    await Promise.all(atWork.values());
    const [found] = await asOwner(db, bench.ownerId, (owned) => lastAudits(owned, bench.ownerId));
    return found?.audit ?? null;
  };
  const { next_at: night } = await asOwner(db, bench.ownerId, (owned) =>
    owned
      .selectFrom('store_comparison')
      .select('next_at')
      .where('owner_id', '=', bench.ownerId)
      .executeTakeFirstOrThrow(),
  );

  expect(await audited()).toBeNull();
  bench.clock.jump(Math.max(0, Number(night) - clock.wall()) + 1000);
  bench.shop.merchant.remove(bench.shop.view().products[0]?.id ?? 0);
  const first = await audited();
  expect(first).toMatchObject({ missing: 0, agrees: true, listed: 1 });

  // The same night it is not made again; the next one it is.
  expect((await audited())?.at).toBe(first?.at);
  bench.clock.jump(25 * hourMs);
  expect((await audited())?.at).not.toBe(first?.at);
});
